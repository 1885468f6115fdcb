import Foundation
package import StorePostgres
import Synchronization

/// A PostgreSQL server for tests: once for a process, in a temporary folder, reached by its socket alone.
/// Nothing that it holds outlives the process, however that ends.
///
/// It runs below a shell that waits for the end of its input, which is the end of this process, then stops it
/// and removes the folder.
package final class PostgresServer: Sendable {
    /// Why there is none.
    package struct Unavailable: Error, CustomStringConvertible {
        package let description: String
    }

    /// The process's server, or why there is none.
    package static let shared = Result<PostgresServer, any Error> { try PostgresServer() }

    /// Whether PostgreSQL's programs are installed; if not, a test that needs them says that it is skipped.
    package static var isInstalled: Bool { programs != nil }

    /// What a test is to say when it is skipped.
    package static let remedy = "no PostgreSQL 15 or newer is installed: apt-get install postgresql-15"

    private let folder: String
    private let input: Pipe
    private let templates = Mutex<Set<String>>([])
    private let databases = Mutex(0)

    private init() throws {
        guard let programs = PostgresServer.programs else {
            throw Unavailable(description: PostgresServer.remedy)
        }
        folder = try PostgresServer.makeFolder()
        input = Pipe()
        let (output, shell) = (Pipe(), Process())
        let command = ["/bin/sh", "-c", PostgresServer.script, "sh", folder, programs]
        // PostgreSQL refuses to run as root.
        let words =
            geteuid() == 0
            ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] + command : command
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        shell.arguments = words
        shell.standardInput = input
        shell.standardOutput = output
        try shell.run()
        // A process that holds the other end would keep this one open.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard line.hasPrefix("ready") else {
            throw Unavailable(description: "PostgreSQL did not start: \(line)")
        }
    }

    /// Calls with where a new database is, which is dropped afterwards.
    ///
    /// - Parameters:
    ///   - template: the name of what it is a copy of.
    ///   - make: fills the template, once for each name.
    package func withDatabase<Value>(
        like template: String, madeBy make: (PostgresConnection) throws -> Void,
        _ body: ([String: String]) throws -> Value
    ) throws -> Value {
        try templates.withLock { known in
            guard known.insert(template).inserted else { return }
            try runAlone("CREATE DATABASE \(template)")
            try make(PostgresConnection(to: place(of: template)))
        }
        let number = databases.withLock { count in
            count += 1
            return count
        }
        let name = "test_\(number)"
        try runAlone("CREATE DATABASE \(name) TEMPLATE \(template)")
        defer { try? runAlone("DROP DATABASE \(name) WITH (FORCE)") }
        return try body(place(of: name))
    }

    private func runAlone(_ sql: String) throws {
        try PostgresConnection(to: place(of: "postgres")).execute(sql)
    }

    private func place(of database: String) -> [String: String] {
        ["host": folder, "dbname": database, "user": "postgres"]
    }
}

extension PostgresServer {
    /// What the shell does. Signals from the terminal end the tests, and by that the server.
    private static let script = #"""
        trap '' INT TERM HUP
        cd "$1"
        "$2/initdb" -D data -U postgres -A trust -E UTF8 --locale=C --no-sync >log 2>&1 &&
        "$2/pg_ctl" -D data -l log -w -o "-k '$1' -c listen_addresses='' -c fsync=off \
            -c full_page_writes=off -c max_connections=200 -c autovacuum=off" \
            start >/dev/null 2>&1 && echo ready || tail -n 3 log
        cat >/dev/null
        "$2/pg_ctl" -D data -m immediate stop >/dev/null 2>&1
        cd /
        rm -rf "$1"
        """#

    /// The folder of the newest programs that a store supports.
    private static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.compactMap { Int($0) }.filter { $0 >= 15 }.sorted(by: >).map { "\(root)/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    /// A new folder, of the login that the server runs as. It is short, because a socket's path must be.
    private static func makeFolder() throws -> String {
        let folder = "/tmp/makegood-postgres-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        guard geteuid() == 0 else { return folder }
        guard let login = getpwnam("postgres"), chown(folder, login.pointee.pw_uid, login.pointee.pw_gid) == 0
        else {
            throw Unavailable(description: "there is no login postgres to run the server as")
        }
        return folder
    }
}

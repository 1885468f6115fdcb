import Foundation
import Testing

/// A practice store, made once and copied for every test that wants one.
actor DemoStore {
    /// The present of the store.
    static let now = "2026-03-01T00:00:00Z"
    /// A customer without access whose charge failed: the one to make good.
    static let inRetry = "u_1006"

    private static let shared = DemoStore(options: [])
    private static let ofOlga = DemoStore(options: ["--agent", "olga"])
    private let options: [String]
    private var made: Task<Workplace, any Error>?

    private init(options: [String]) { self.options = options }

    /// A folder with a copy of the practice store, whose first lead is who runs the tests.
    static func copy() async throws -> Workplace { try await shared.copy() }

    /// A folder with a copy of a practice store whose first lead is Olga, on every machine.
    static func copyOfOlgas() async throws -> Workplace { try await ofOlga.copy() }

    private func copy() async throws -> Workplace {
        let template = try await template()
        let place = try Workplace()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: template.store + suffix) {
            try FileManager.default.copyItem(atPath: template.store + suffix, toPath: place.store + suffix)
        }
        return place
    }

    private func template() async throws -> Workplace {
        if let made { return try await made.value }
        let task = Task { [options] in
            let place = try Workplace()
            let result = try await place.run(
                ["demo", "--customers", "40", "--seed", "1", "--now", DemoStore.now, "--no-console"] + options
            )
            try #require(result.status == 0, "\(result.errors)")
            return place
        }
        made = task
        return try await task.value
    }
}

import Foundation
import JSONValues

/// The file in which an account keeps what it agreed to run: one JSON object, from stores' paths to commands.
/// `AlarmConsent` asks it.
///
/// It counts only where nobody else can have written it: a regular file with one name, no link, the account's own, which
/// nobody else may write, in a folder of the same kind.
struct AlarmConsentFile: Sendable {
    static let name = "alarm-commands.json"
    /// The most bytes that are read; a larger file is not understood.
    private static let longest = 1 << 20

    /// The folder that it is in.
    let folder: String

    var path: String { folder + "/" + AlarmConsentFile.name }

    /// What was agreed to; empty where there is no file.
    func read() throws(AlarmConsentError) -> [String: String] {
        guard let place = try openFolder() else { return [:] }
        defer { close(place) }
        let file = openat(place, AlarmConsentFile.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            switch errno {
            case ENOENT: return [:]
            case ELOOP: throw AlarmConsentError(path, .link)
            default: throw AlarmConsentError(path, .unreadable)
            }
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        let status = try check(file, S_IFREG, of: path)
        guard status.st_nlink == 1 else { throw AlarmConsentError(path, .link) }
        guard status.st_size <= AlarmConsentFile.longest,
            let bytes = try? handle.read(upToCount: AlarmConsentFile.longest) ?? Data(),
            case .object(let members)? = try? JSONValue(parsing: bytes)
        else { throw AlarmConsentError(path, .notUnderstood) }
        return members.compactMapValues(\.string)
    }

    /// Replaces it whole, so that nobody reads half of it.
    func write(_ agreed: [String: String]) throws(AlarmConsentError) {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let place = try openFolder() else { throw AlarmConsentError(folder, .notWritten) }
        defer { close(place) }
        let draft = "\(AlarmConsentFile.name).\(getpid())"
        let file = openat(place, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw AlarmConsentError(path, .notWritten) }
        let text = JSONValue.object(agreed.mapValues { .string($0) }).canonicalText + "\n"
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            unlinkat(place, draft, 0)
            throw AlarmConsentError(path, .notWritten)
        }
        guard renameat(place, draft, place, AlarmConsentFile.name) == 0 else {
            unlinkat(place, draft, 0)
            throw AlarmConsentError(path, .notWritten)
        }
    }

    /// The folder, which is checked as the file is; nil where there is none.
    private func openFolder() throws(AlarmConsentError) -> Int32? {
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard place >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP, ENOTDIR: throw AlarmConsentError(folder, .link)
            default: throw AlarmConsentError(folder, .unreadable)
            }
        }
        do {
            _ = try check(place, S_IFDIR, of: folder)
        } catch {
            close(place)
            throw error
        }
        return place
    }

    /// Refuses what somebody else may have written.
    private func check(_ file: Int32, _ kind: mode_t, of path: String) throws(AlarmConsentError) -> stat {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw AlarmConsentError(path, .unreadable) }
        guard status.st_mode & S_IFMT == kind else { throw AlarmConsentError(path, .link) }
        guard status.st_uid == geteuid() else { throw AlarmConsentError(path, .foreign) }
        guard status.st_mode & 0o022 == 0 else { throw AlarmConsentError(path, .writable) }
        return status
    }
}

/// Why the file of what an account agreed to does not count.
package struct AlarmConsentError: Error, Hashable, Sendable {
    /// What is the matter with it.
    enum Reason: Hashable, Sendable {
        case link
        case foreign
        case writable
        case unreadable
        case notUnderstood
        case notWritten
    }

    private let path: String
    private let reason: Reason

    /// Why a file or its folder does not count.
    init(_ path: String, _ reason: Reason) { (self.path, self.reason) = (path, reason) }

    /// What is the matter.
    package var what: String {
        switch reason {
        case .link: "\(path) is a link, or no plain file"
        case .foreign: "\(path) is not this account's own"
        case .writable: "others may write \(path)"
        case .unreadable: "\(path) cannot be read"
        case .notUnderstood: "\(path) is not understood"
        case .notWritten: "\(path) cannot be written"
        }
    }

    /// What to do about it.
    package var remedy: String {
        switch reason {
        case .link: "put a plain file and folder there"
        case .foreign: "use a folder of this account's own, see XDG_CONFIG_HOME"
        case .writable: "chmod go-w it, after a look at what is in it"
        case .unreadable, .notWritten: "check its permissions"
        case .notUnderstood: "remove it, and agree again with `makegood alarms accept`"
        }
    }
}

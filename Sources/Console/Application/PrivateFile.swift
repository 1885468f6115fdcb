import Foundation

/// A new file of the user's own, for what is taken out of the store, by `StoreGateway` or `makegood evidence`.
package enum PrivateFile {
    /// Why a file was not written.
    package struct Failure: Error {
        /// What kind of failure it is.
        package enum Reason: Sendable {
            /// There is a file of that name, which stays as it is.
            case exists
            /// The system refused it.
            case refused
        }

        /// What kind of failure it is.
        package let reason: Reason
        /// What happened, as the end of a sentence.
        package let problem: String
    }

    /// Writes a text to a file that must not exist, readable for the user alone.
    package static func write(_ text: String, to path: String) throws(Failure) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let number = errno
            throw Failure(
                reason: number == EEXIST ? .exists : .refused,
                problem: number == EEXIST
                    ? "there is one already" : String(cString: strerror(number)).lowercased())
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            unlink(path)
            throw Failure(reason: .refused, problem: "the disk took only a part of it")
        }
    }

    /// Makes a folder for the user alone, and those above it.
    static func makeFolder(_ path: String) {
        // A folder that cannot be made is said when the file in it is written.
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}

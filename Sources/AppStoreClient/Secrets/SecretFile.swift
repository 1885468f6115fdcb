import Foundation

/// Reads a secret from a file that only its owner may read.
package enum SecretFile {
    /// The most bytes that a secret has; keys have a few hundred.
    package static let sizeLimit = 65_536

    /// The secret in a file, without blanks and line ends around it.
    ///
    /// Links are followed, for that is how secrets are mounted; what they lead to must be a file of mode 0600 or
    /// stricter that belongs to us or to root.
    ///
    /// - Throws: `SecretFileError`.
    package static func read(_ path: String) throws(SecretFileError) -> Secret {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw errno == ENOENT
                ? .missing(path) : .unreadable(path, reason: String(cString: strerror(errno)))
        }
        defer { close(file) }
        try check(file, path)
        guard let text = String(validating: try contents(of: file, path), as: UTF8.self) else {
            throw .notText(path)
        }
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !secret.isEmpty else { throw .empty(path) }
        return Secret(secret)
    }

    private static func check(_ file: Int32, _ path: String) throws(SecretFileError) {
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw .unreadable(path, reason: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notFile(path) }
        guard status.st_mode & 0o077 == 0 else { throw .tooOpen(path, mode: Int(status.st_mode & 0o777)) }
        guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreignOwner(path) }
        guard status.st_size <= sizeLimit else { throw .tooLarge(path) }
    }

    private static func contents(of file: Int32, _ path: String) throws(SecretFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path, reason: String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= sizeLimit else { throw .tooLarge(path) }
        }
    }
}

/// Why a file is not read as a secret; it names the file, never what is in it.
package enum SecretFileError: Error, Hashable, Sendable {
    /// There is none of that name.
    case missing(String)
    /// Others may read or write it; the mode is its permissions.
    case tooOpen(String, mode: Int)
    /// It belongs neither to us nor to root.
    case foreignOwner(String)
    /// It is a folder, a pipe or a device.
    case notFile(String)
    /// It is longer than any secret.
    case tooLarge(String)
    /// It is not UTF-8.
    case notText(String)
    /// Nothing stands in it.
    case empty(String)
    /// The system does not let us read it.
    case unreadable(String, reason: String)

    /// What is wrong, and what to do about it.
    package var words: String {
        switch self {
        case .missing(let path): "the secret file \(path) does not exist"
        case .tooOpen(let path, let mode):
            "the secret file \(path) has the mode 0\(String(mode, radix: 8)), so others may read it: chmod 600 \(path)"
        case .foreignOwner(let path):
            "the secret file \(path) belongs to somebody else: it must belong to us or to root"
        case .notFile(let path): "\(path) is no file"
        case .tooLarge(let path): "the secret file \(path) is longer than any secret (64 KiB)"
        case .notText(let path): "the secret file \(path) is not text in UTF-8"
        case .empty(let path): "the secret file \(path) is empty"
        case .unreadable(let path, let reason): "the secret file \(path) cannot be read: \(reason)"
        }
    }
}

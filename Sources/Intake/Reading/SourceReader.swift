public import AppStore
public import Foundation

/// Opens what documents are read from.
public struct SourceReader: Sendable {
    /// The word for standard input in place of a path.
    public static let standardInput = "-"

    private let options: ReadingOptions
    private let decoder: DocumentDecoder

    /// Reads with those options and that decoder.
    public init(options: ReadingOptions = ReadingOptions(), decoder: DocumentDecoder) {
        (self.options, self.decoder) = (options, decoder)
    }

    /// The documents in a file, or in standard input for `-`.
    ///
    /// A directory and a file that cannot be read are each one rejected document.
    public func documents(at path: String) -> DocumentIterator {
        if path == SourceReader.standardInput { return documents(in: .standardInput, source: path) }
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        if isDirectory.boolValue {
            return refused(path, .directory, "\(path) is a directory: name the files in it")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            let what = exists ? "cannot be opened: check who may read it" : "does not exist: check the path"
            return refused(path, .unreadable, "\(path) \(what)")
        }
        return documents(in: handle, source: path)
    }

    /// The documents in an open file, which is closed with the iterator when nothing else holds it.
    public func documents(in handle: FileHandle, source: String) -> DocumentIterator {
        DocumentIterator(ByteSource(handle), source: source, options: options, decoder: decoder)
    }

    /// The documents in bytes.
    public func documents(in bytes: Data, source: String) -> DocumentIterator {
        DocumentIterator(ByteSource(bytes), source: source, options: options, decoder: decoder)
    }

    private func refused(_ path: String, _ reason: RejectionReason, _ detail: String) -> DocumentIterator {
        DocumentIterator(
            refused: DocumentProblem(reason, detail), source: path, options: options, decoder: decoder)
    }
}

import AppStore
import Foundation

/// Finds the receipt in a file: the file itself, or a text in the JSON that it is.
enum ReceiptFile {
    /// The most bytes that a file with a receipt can have.
    private static let sizeLimit = 64 << 20
    private static let pieceSize = 1 << 18

    /// The receipt in a file, or in standard input for `-`; throws what is wrong with it.
    static func receipt(at path: String) throws(DocumentProblem) -> AppReceipt {
        let bytes = try bytes(at: path)
        guard let first = bytes.first(where: { $0 > 0x20 }), first == 0x7B || first == 0x22 else {
            return try AppReceipt(base64OrDER: bytes)
        }
        guard let text = text(in: try JSONValue(parsing: bytes)) else {
            throw DocumentProblem(
                .malformedReceipt,
                "\(path) holds no receipt: give one, or JSON with receipt-data or latest_receipt")
        }
        return try AppReceipt(base64OrDER: Data(text.utf8))
    }

    /// The receipt's text in a JSON text, a request to verifyReceipt, an answer or a notification.
    private static func text(in document: JSONValue) -> String? {
        let places = [
            document, document["receipt-data"], document["latest_receipt"],
            document["unified_receipt"]?["latest_receipt"],
        ]
        return places.lazy.compactMap { $0?.string }.first
    }

    private static func bytes(at path: String) throws(DocumentProblem) -> Data {
        let handle = try handle(at: path)
        var bytes = Data()
        do {
            while let piece = try handle.read(upToCount: pieceSize), !piece.isEmpty, bytes.count <= sizeLimit
            {
                bytes.append(piece)
            }
        } catch {
            throw DocumentProblem(
                .unreadable, "reading \(path) stopped halfway: check the disk and try again")
        }
        guard bytes.count <= sizeLimit else {
            throw DocumentProblem(.tooLarge, "\(path) is larger than 64 MB: give the receipt alone")
        }
        return bytes
    }

    private static func handle(at path: String) throws(DocumentProblem) -> FileHandle {
        if path == "-" { return .standardInput }
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        if isDirectory.boolValue {
            throw DocumentProblem(.directory, "\(path) is a directory: name the file in it")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            let what = exists ? "cannot be opened: check who may read it" : "does not exist: check the path"
            throw DocumentProblem(.unreadable, "\(path) \(what)")
        }
        return handle
    }
}

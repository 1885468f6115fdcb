import CZlib
import Foundation

/// Compresses receipts for the store, in zlib's format: most of a receipt is certificates and repeated names.
enum Deflate {
    /// The most that one inflated body may hold†: the largest receipt that a request can carry.
    static let limit = 8 << 20

    /// The bytes, compressed; nil where zlib cannot.
    static func deflated(_ bytes: Data) -> Data? {
        var length = compressBound(uLong(bytes.count))
        var output = Data(count: Int(length))
        let status = output.withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { source in
                compress2(
                    target.bindMemory(to: Bytef.self).baseAddress, &length,
                    source.bindMemory(to: Bytef.self).baseAddress, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
            }
        }
        guard status == Z_OK else { return nil }
        return Data(output.prefix(Int(length)))
    }

    /// The bytes that were compressed; nil where they are damaged or more than the limit.
    static func inflated(_ bytes: Data, limit: Int = limit) -> Data? {
        var room = min(limit, max(4096, bytes.count * 4))
        while true {
            var length = uLongf(room)
            var output = Data(count: room)
            let status = output.withUnsafeMutableBytes { target in
                bytes.withUnsafeBytes { source in
                    uncompress(
                        target.bindMemory(to: Bytef.self).baseAddress, &length,
                        source.bindMemory(to: Bytef.self).baseAddress, uLong(bytes.count))
                }
            }
            switch status {
            case Z_OK: return Data(output.prefix(Int(length)))
            case Z_BUF_ERROR where room < limit: room = min(limit, room * 2)
            default: return nil
            }
        }
    }
}

import Crypto
import Foundation

/// The identifier of a device, as the receipts made on it are bound to it.
///
/// Source: Apple, "Validating receipts on the device": `identifierForVendor` on iOS, the MAC address on macOS.
public struct ReceiptDevice: Hashable, Sendable {
    /// The bytes that are hashed.
    let bytes: [UInt8]

    /// Reads a UUID, a MAC address, or any bytes in hexadecimal digits; nil for anything else.
    public init?(_ text: String) {
        if let uuid = UUID(uuidString: text) {
            bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
            return
        }
        let digits = text.filter { $0 != ":" && $0 != "-" }.map(\.hexDigitValue)
        guard (2...128).contains(digits.count), digits.count.isMultiple(of: 2) else { return nil }
        let values = digits.compactMap { $0.map(UInt8.init) }
        guard values.count == digits.count else { return nil }
        bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}

extension AppReceipt {
    /// Whether it was made for that device; false too for a receipt without the fields that say so.
    ///
    /// Source: Apple, "Validating receipts on the device": the SHA-1 of the device's identifier, the opaque value
    /// and the bundle id, each in its raw bytes.
    public func isOf(device: ReceiptDevice) -> Bool {
        guard !deviceHash.isEmpty, !opaqueValue.isEmpty, !bundleIDBytes.isEmpty else { return false }
        var hash = Insecure.SHA1()
        hash.update(data: device.bytes)
        hash.update(data: opaqueValue)
        hash.update(data: bundleIDBytes)
        return hash.finalize().elementsEqual(deviceHash)
    }
}

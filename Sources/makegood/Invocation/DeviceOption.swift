import AppStore
import ArgumentParser

/// The device that receipts must have been made on.
struct DeviceOption: ParsableArguments {
    @Option(
        name: .customLong("device-id"),
        help:
            "Ask whether a receipt was made on this device: its identifierForVendor, or a Mac's MAC address.",
        transform: DeviceOption.device)
    var device: ReceiptDevice?

    private static func device(_ text: String) throws -> ReceiptDevice {
        guard let device = ReceiptDevice(text) else {
            throw ValidationError("'\(text)' is no device: write a UUID, or a MAC address.")
        }
        return device
    }
}

import AppStore
import Purchases

/// A receipt, how it was checked, and whether it is of the device that was asked about.
struct ReceiptReport {
    /// The receipt.
    let receipt: AppReceipt
    /// Why it cannot be trusted; nil when Apple signed it.
    let problem: DocumentProblem?
    /// Whether it is of the device; nil when none was named.
    let isOfDevice: Bool?

    /// Checks a receipt.
    init(_ receipt: AppReceipt, checkedBy checker: SignatureChecker, device: ReceiptDevice?) {
        self.receipt = receipt
        problem = ReceiptReport.problem(of: receipt, checker)
        isOfDevice = device.map(receipt.isOf(device:))
    }

    private static func problem(of receipt: AppReceipt, _ checker: SignatureChecker) -> DocumentProblem? {
        guard receipt.environment.isSignedByApple else {
            return DocumentProblem(
                .environmentNotAllowed,
                "Apple does not sign what is made in \(receipt.environment.rawValue): rely on it in tests only"
            )
        }
        do throws(DocumentProblem) {
            try checker.check(receipt)
            return nil
        } catch {
            return error
        }
    }
}

import AppStore
import ArgumentParser
import Foundation
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// Shows app receipts; needs no store.
struct ReceiptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt", abstract: "Show what an app receipt says, without a store.",
        subcommands: [Show.self])

    @OptionGroup var global: GlobalOptions

    /// Shows a receipt.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show what an app receipt says, and whether Apple signed it.",
            discussion: """
                Reads the receipt itself, its base64, or a request to verifyReceipt or an answer that holds one. \
                Exits with 65 when it cannot be read or is not signed by Apple, and with 1 when it is of another \
                device than the one named.
                """)

        @Argument(help: "The file, or - for standard input.", completion: .file()) var file: String
        @OptionGroup var device: DeviceOption
        @OptionGroup var root: RootOption
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try Failure.exiting(isJSON: global.json) {
                let checker = SignatureChecker(
                    roots: try root.roots() ?? .apple, now: global.now ?? Clock.now)
                do throws(DocumentProblem) {
                    let receipt = try ReceiptFile.receipt(at: file)
                    return show(ReceiptReport(receipt, checkedBy: checker, device: device.device))
                } catch {
                    Failure.report(
                        code: error.reason.rawValue, message: error.detail, isJSON: global.json)
                    return .someRejected
                }
            }
        }

        private func show(_ report: ReceiptReport) -> ExitCode {
            Output(isJSON: global.json).answer(report.json, Answers.receipt(report, under: root.path))
            if let problem = report.problem {
                Output.note("makegood: \(problem.detail)")
                return .someRejected
            }
            return report.isOfDevice == false ? .no : .success
        }
    }
}

/// The device that receipts must have been made on.
struct DeviceOption: ParsableArguments {
    @Option(
        name: .customLong("device-id"),
        help:
            "Check whether a receipt was made on this device: its identifierForVendor, or a Mac's MAC address.",
        transform: DeviceOption.device)
    var device: ReceiptDevice?

    private static func device(_ text: String) throws -> ReceiptDevice {
        guard let device = ReceiptDevice(text) else {
            throw ValidationError("'\(text)' is no device: write a UUID, or a MAC address.")
        }
        return device
    }
}

/// A receipt, how it was checked, and whether it is of the device that was asked about.
struct ReceiptReport {
    let receipt: AppReceipt
    /// Why it cannot be trusted; nil when Apple signed it.
    let problem: DocumentProblem?
    /// Whether it is of the device; nil when none was named.
    let isOfDevice: Bool?

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
        guard let text = text(in: try JSONValue(document: bytes)) else {
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

extension Answers {
    /// What a receipt says, and how far it can be trusted.
    ///
    /// `root` is the root that was trusted in place of Apple's.
    static func receipt(_ report: ReceiptReport, under root: String?) -> [String] {
        let receipt = report.receipt
        let dates = [
            receipt.createdAt.map { "made \(moment($0))" },
            receipt.originalPurchasedAt.map { "first got \(moment($0))" },
            receipt.originalAppVersion.map { "as version \($0)" },
            receipt.expiresAt.map { "ends \(moment($0))" },
        ]
        let device = report.isOfDevice.map { "device: \($0 ? "made on it" : "made on another one")" }
        return [
            "app \(receipt.bundleID?.rawValue ?? "unknown") \(receipt.appVersion ?? "") · \(environment(receipt))",
            dates.compactMap { $0 }.joined(separator: " · "),
            report.problem.map { "checked: no, \($0.reason.rawValue)" }
                ?? "checked: signed \(root.map { "under \($0)" } ?? "by Apple")",
        ] + [device].compactMap { $0 } + purchases(receipt)
    }

    /// Apple's word for where it comes from, and what it means where that is another word.
    private static func environment(_ receipt: AppReceipt) -> String {
        let meaning = receipt.environment.rawValue
        guard let word = receipt.receiptType, word != meaning else { return meaning }
        return "\(meaning) (\(word))"
    }

    private static func purchases(_ receipt: AppReceipt) -> [String] {
        let purchases = receipt.purchases.sorted { age($0) < age($1) }
        guard !purchases.isEmpty else { return ["no purchases"] }
        let table = Table(
            purchases,
            [
                .decisive("bought (UTC)") { .text($0.purchasedAt.map(moment)) },
                .useful("until") { .text($0.expiresAt.map(moment)) },
                .decisive("product") { .text($0.productID?.rawValue) },
                .decisive("transaction") { .text($0.transactionID?.rawValue) },
                .useful("chain") { .text($0.originalTransactionID?.rawValue) },
                .useful("which is") { .text(remarks($0)) },
            ])
        return headed("purchases, oldest first", table.partOfPage)
    }

    /// As transactions are ordered everywhere: by purchase, expiry, length of the id, id.
    private static func age(_ purchase: ReceiptPurchase) -> (Instant, Instant, Int, String) {
        let id = purchase.transactionID?.rawValue ?? ""
        return (purchase.purchasedAt ?? .earliest, purchase.expiresAt ?? .earliest, id.utf8.count, id)
    }

    private static func remarks(_ purchase: ReceiptPurchase) -> String {
        let quantity = purchase.quantity ?? 1
        let remarks = [
            purchase.isTrial == true ? "trial" : nil,
            purchase.isIntroductoryOffer == true ? "introductory offer" : nil,
            purchase.promotionalOfferID.map { "offer \($0)" }, quantity == 1 ? nil : "× \(quantity)",
            purchase.cancelledAt.map { "taken back \(moment($0))" },
        ]
        return remarks.compactMap { $0 }.joined(separator: ", ")
    }
}

/// The answer of `receipt show`.
extension ReceiptReport: JSONEncodable {
    var json: JSONValue {
        .object([
            "receipt": receipt.json, "checked": problem == nil ? "signed" : "unchecked",
            "reason": problem?.reason.rawValue, "device": isOfDevice,
        ])
    }
}

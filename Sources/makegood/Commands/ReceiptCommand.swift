import AppStore
import ArgumentParser
import Persistence

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

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The file, or - for standard input.", completion: .file()) var file: String
        @OptionGroup var device: DeviceOption
        @OptionGroup var root: RootOption

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
            Output(isJSON: global.json).answer(.receipt(report), Wording.receipt(report, under: root.path))
            if let problem = report.problem {
                Output.note("makegood: \(problem.detail)")
                return .someRejected
            }
            return report.isOfDevice == false ? .no : .success
        }
    }
}

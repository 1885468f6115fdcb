import AppStoreTesting
import Foundation
import Purchases
import Testing

extension Commands {
    /// App receipts, without a store.
    @Suite(.serialized) struct ReceiptCommandTests {
        private static let names: Set = ["receipt", "checked", "reason", "device"]

        private func draft() throws -> ReceiptDraft {
            let first = try #require(Instant("2023-09-01T10:00:00Z"))
            var trial = ReceiptPurchaseDraft("7000", at: first)
            (trial.isTrial, trial.lineItem) = (true, 9000)
            var renewal = ReceiptPurchaseDraft("7001", of: "7000", at: first + .days(30))
            (renewal.lineItem, renewal.product) = (9001, "tea\u{1B}[2J")
            return ReceiptDraft([renewal, trial])
        }

        /// Writes a receipt and its root, and answers their paths.
        private func files(in place: Workplace, with fault: CMSFault? = nil) throws -> (
            receipt: String, root: String
        ) {
            let chain = try MintedChain.goodRSA
            let der = try draft().signed(by: chain, with: fault)
            return (
                try place.write(der.base64EncodedString(options: .lineLength64Characters), to: "receipt.b64"),
                try place.write(chain.rootPEM, to: "root.pem")
            )
        }

        @Test func aSignedReceipt() async throws {
            let place = try Workplace()
            let (receipt, root) = try files(in: place)
            let words = try await place.succeed("receipt", "show", receipt, "--root", root)
            #expect(words.contains("app com.example.tea 42 · Production"))
            #expect(words.contains("checked: signed under \(root)") && words.contains("trial"))
            let (first, second) = (words.range(of: " 7000 "), words.range(of: " 7001 "))
            #expect(try #require(first).lowerBound < #require(second).lowerBound)
            #expect(!words.contains("\u{1B}"))
            let answer = try JSON(
                try await place.succeed(
                    "--json", "receipt", "show", "-", "--root", root, input: place.read("receipt.b64")))
            #expect(answer.names == Self.names && answer["checked"].text == "signed")
            #expect(answer["receipt"]["in_app"][1]["transaction_id"].text == "7000")
            #expect(!FileManager.default.fileExists(atPath: place.store))
        }

        @Test func whatCannotBeTrustedIsShownAllTheSame() async throws {
            let place = try Workplace()
            let (receipt, root) = try files(in: place, with: .signedByAnother)
            let forged = try await place.makegood("receipt", "show", receipt, "--root", root)
            #expect(forged.status == 65 && forged.output.contains("checked: no, bad_signature"))
            #expect(forged.output.contains("7001") && forged.errors.hasPrefix("makegood: "))
            let strange = try await place.makegood("--json", "receipt", "show", receipt)
            let answer = try JSON(strange.output)
            #expect(strange.status == 65 && answer["checked"].text == "unchecked")
            #expect(answer["reason"].text == "untrusted_root")
        }

        @Test func theDevice() async throws {
            let place = try Workplace()
            let (receipt, root) = try files(in: place)
            for (device, status) in [
                ("00010203-0405-0607-0809-0A0B0C0D0E0F", 0), ("aa:bb:cc:dd:ee:ff", 1), ("telephone", 64),
            ] {
                let result = try await place.makegood(
                    "receipt", "show", receipt, "--root", root, "--device-id", device)
                #expect(result.status == Int32(status), "\(device)")
                #expect(status == 64 || result.output.contains("device: made on"))
            }
        }

        @Test func aReceiptInsideOtherDocuments() async throws {
            let place = try Workplace()
            let (_, root) = try files(in: place)
            let text = try place.read("receipt.b64").filter { !$0.isNewline }
            for document in [
                #"{"receipt-data":"\#(text)"}"#, #"{"status":0,"latest_receipt":"\#(text)"}"#,
                #"{"unified_receipt":{"latest_receipt":"\#(text)"}}"#, "\"\(text)\"",
            ] {
                let words = try await place.succeed("receipt", "show", "-", "--root", root, input: document)
                #expect(words.contains("checked: signed under \(root)"))
            }
        }

        @Test(arguments: [
            ("", "malformed_receipt"), ("{}", "malformed_receipt"), ("{\"a\":", "not_json"),
            ("MAA=", "malformed_receipt"),
        ])
        func whatCannotBeRead(_ text: String, _ reason: String) async throws {
            let place = try Workplace()
            let result = try await place.makegood("--json", "receipt", "show", "-", input: text)
            #expect(result.status == 65 && result.errors.hasPrefix("makegood: "))
            #expect(try JSON(result.output)["error"]["code"].text == reason)
            let missing = try await place.makegood("receipt", "show", place.path("none"))
            #expect(missing.status == 65 && missing.output.isEmpty)
        }
    }
}

import AppStore
import AppStoreTesting
import Foundation
import Testing

extension Commands {
    /// Signed documents on the command line.
    @Suite(.serialized) struct SignedImportTests {
        private static let transaction = """
            {"transactionId":"7000","originalTransactionId":"7000","productId":"tea.monthly","bundleId":"com.example.tea",\
            "environment":"Production","purchaseDate":1700000000000,"expiresDate":1702600000000,"signedDate":1700000001000}
            """

        /// Writes documents one a line, and the root that signed them.
        private func files(_ documents: [String], in place: Workplace) throws -> (
            documents: String, root: String
        ) {
            (
                try place.write(documents.joined(separator: "\n"), to: "signed.jsonl"),
                try place.write(MintedChain.good.rootPEM, to: "root.pem")
            )
        }

        @Test func theAuthenticGoInAndTheForgedToQuarantine() async throws {
            let place = try Workplace()
            try await place.succeed("init", "--practice")
            let good = try MintedChain.good.jws(Self.transaction)
            let forged = try MintedChain.good.jws(Self.transaction, .signedByAnother)
            let (documents, root) = try files([good, forged], in: place)
            let run = try await place.makegood("--json", "import", "--root", root, documents)
            let report = try JSON(run.output)
            #expect(run.status == 65 && report["accepted"].number == 1)
            #expect(report["rejected"][0]["reason"].text == "bad_signature")
            #expect(report["rejected"][0]["source"].text?.hasSuffix("signed.jsonl:2") == true)
            let chain = try JSON(try await place.succeed("--json", "chain", "7000"))
            #expect(chain["transactions"][0]["checked"].text == "signed")
            let doctor = try await place.makegood("doctor")
            #expect(doctor.output.contains("1 document could not be taken in: 1 bad_signature"))
            let shown = try await place.succeed("documents", "show", "1")
            #expect(shown.contains("\"productId\": \"tea.monthly\""))
        }

        @Test func aRealStoreTrustsAppleAlone() async throws {
            let place = try Workplace()
            try await place.succeed("init")
            let (documents, root) = try files([MintedChain.good.jws(Self.transaction)], in: place)
            #expect(try await place.makegood("import", "--root", root, documents).status == 4)
            let run = try await place.makegood("--json", "import", documents)
            #expect(
                try run.status == 65 && JSON(run.output)["rejected"][0]["reason"].text == "untrusted_root")
            let nothing = try await place.makegood("import", "--root", documents, documents)
            #expect(nothing.status == 78 && nothing.errors.contains("no root certificate"))
        }
    }
}

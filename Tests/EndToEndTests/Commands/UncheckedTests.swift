import Foundation
import Testing

extension Commands {
    /// Documents of the App Store's that nothing vouches for: who may bring them, and what is said of what rests on them.
    @Suite(.serialized) struct UncheckedTests {
        /// A made-up answer of verifyReceipt: premium until 2099.
        private static func forged(_ chain: String = "990001") -> String {
            #"""
            {"status":0,"environment":"Production","receipt":{"bundle_id":"com.example.app",
            "request_date_ms":"1767225600000","in_app":[]},"latest_receipt_info":[{"product_id":"premium_month",
            "transaction_id":"\#(chain)","original_transaction_id":"\#(chain)","purchase_date_ms":"1767225600000",
            "expires_date_ms":"4071000000000","web_order_line_item_id":"9\#(chain)","is_trial_period":"false"}]}
            """#.replacing("\n", with: "")
        }

        private static func notification(password: String? = nil) -> String {
            let secret = password.map { #""password":"\#($0)","# } ?? ""
            return
                #"{"notification_type":"DID_RENEW","environment":"PROD","bid":"com.example.app",\#(secret)"#
                + #""auto_renew_status":"true","auto_renew_product_id":"premium_month","unified_receipt":"#
                + forged("990002") + "}"
        }

        private func place() async throws -> Workplace {
            let place = try Workplace()
            try await place.succeed("init", "--practice")
            for (login, role) in [("lea", "lead"), ("ana", "agent"), ("app", "service"), ("vic", "viewer")] {
                try await place.succeed("agents", "add", login, "--role", role)
            }
            return place
        }

        private func bring(
            _ document: String, by login: String, _ more: String..., in place: Workplace
        ) async throws -> (status: Int32, report: JSON) {
            let file = try place.write(document, to: "document.json")
            let result = try await place.run(["--agent", login, "--json", "import", file] + more)
            return (result.status, try JSON(result.output))
        }

        @Test func anAgentsMadeUpReceiptGivesNobodyAnything() async throws {
            let place = try await place()
            let customer = #"{"app_user_id":"u_mal","updated_at":"2026-01-01T00:00:00Z"}"#
            #expect(try await bring(customer, by: "ana", in: place).status == 0)
            let envelope =
                #"{"kind":"verify_receipt","customer":"u_mal","received_at":"2026-01-01T00:00:00Z","body":"#
                + Self.forged() + "}"
            for document in [Self.forged(), envelope, Self.notification()] {
                let (status, report) = try await bring(document, by: "ana", "--customer", "u_mal", in: place)
                #expect(status == 65 && report["accepted"].number == 0)
                #expect(report["rejected"][0]["reason"].text == "unchecked")
                let detail = report["rejected"][0]["detail"].text ?? ""
                #expect(
                    detail.contains("service and lead") && detail.contains("quarantine retry"), "\(detail)")
            }
            let all = try await place.run(["--agent", "ana", "quarantine", "retry", "--all"])
            #expect(all.status == 65)
            let kept = try JSON(try await place.succeed("--json", "quarantine", "list"))["documents"]
            let first = try #require(kept.list.last?["id"].text)
            #expect(try await place.run(["--agent", "ana", "quarantine", "retry", first]).status == 65)
            #expect(!kept.list.isEmpty && kept.list.allSatisfy { $0["reason"].text == "unchecked" })
            #expect(try await place.run(["access", "u_mal"]).status == 1)
            #expect(try await place.sqlite("SELECT count(*) FROM chains") == "0")
            #expect(try await place.sqlite("SELECT count(*) FROM active_entitlements") == "0")
            // What the app itself says of a charge is in the agent's power, and no proof of it.
            let report =
                #"{"attempt_id":"5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10","app_user_id":"u_mal","#
                + #""product_id":"premium_month","transaction_id":"990001","events":["#
                + #"{"at":"2026-01-01T00:00:00Z","state":"purchased"},"#
                + #"{"at":"2026-01-01T00:00:01Z","step":"verify","receipt_status":21003},"#
                + #"{"at":"2026-01-01T00:00:02Z","state":"finished"}]}"#
            #expect(try await bring(report, by: "ana", in: place).status == 0)
            let ticket = try JSON(try await place.succeed("--json", "tickets"))["tickets"][0]["id"].text ?? ""
            let grant = try await place.run([
                "--agent", "ana", "grant", "u_mal", "--entitlement", "premium_month", "--until", "2099-01-01",
                "--reason", "outage", "--ticket", ticket,
            ])
            #expect(grant.status == 2, "\(grant.errors)")
            #expect(try await place.run(["access", "u_mal"]).status == 1)
        }

        @Test func aLeadTakesItInAndEverybodyReadsThatNothingVouchesForIt() async throws {
            let place = try await place()
            #expect(
                try await bring(Self.forged(), by: "ana", "--customer", "u_1", in: place).status == 65)
            let kept = try JSON(try await place.succeed("--json", "quarantine", "list"))["documents"]
            let id = try #require(kept[0]["id"].text)
            #expect(try await place.run(["--agent", "lea", "quarantine", "retry", id]).status == 0)
            let access = try JSON(try await place.succeed("--json", "access", "u_1"))["entitlements"][0]
            #expect(access["entitled"].flag == true && access["unchecked"].flag == true)
            #expect(access["next_step"].text?.contains("vouches") == true)
            #expect(try await place.succeed("access", "u_1").contains("unchecked"))
            let findings = try JSON(try await place.run(["--json", "doctor"]).output)["findings"].list
            let finding = try #require(findings.first { $0["code"].text == "unchecked" })
            #expect(
                finding["level"].text == "warning"
                    && finding["text"].text?.contains("nothing vouches for 1 ") == true)
            let entries = try JSON(try await place.succeed("--json", "audit", "--by", "lea"))["entries"].list
            #expect(entries.contains { $0["action"].text == "quarantine.retry" && $0["subject"].text == id })
        }

        @Test func whoMayBringThemIsASetting() async throws {
            let place = try await place()
            let key = "accept_unchecked"
            #expect(try await place.succeed("settings", "show").contains(key))
            var chain = 991_000
            for (value, may) in [
                ("service,lead", ["app", "lea"]), ("agent", ["ana"]), ("lead", ["lea"]), ("nobody", []),
                ("service,lead,agent", ["app", "lea", "ana"]),
            ] {
                try await place.succeed("settings", "set", key, value)
                for login in ["app", "lea", "ana"] {
                    chain += 1
                    let brought = try await bring(Self.forged(String(chain)), by: login, in: place)
                    #expect(brought.status == (may.contains(login) ? 0 : 65), "\(login) under \(value)")
                }
                #expect(try await bring(Self.forged(), by: "vic", in: place).status == 4)
            }
            for value in ["viewer", "nobody,lead", "everybody"] {
                #expect(try await place.run(["settings", "set", key, value]).status == 64, "\(value)")
            }
            #expect(try await place.run(["--agent", "ana", "settings", "set", key, "agent"]).status == 4)
        }

        @Test func aKnownSecretVouchesForANotification() async throws {
            let place = try await place()
            try await place.succeed("settings", "secret", "add", input: "hush-hush-42\n")
            #expect(
                try await bring(Self.notification(password: "hush-hush-42"), by: "ana", in: place).status == 0
            )
            let wrong = try await bring(Self.notification(password: "other"), by: "ana", in: place)
            #expect(wrong.status == 65 && wrong.report["rejected"][0]["reason"].text == "secret_mismatch")
        }
    }
}

import Foundation
import Testing

extension Endurance {
    /// A server that is killed while Apple does something for it, and another one after it: Apple does it once, as its own
    /// books say, and the store tells the same.
    @Suite(.serialized) struct KilledActTests {
        /// Where it is killed: after Apple's answer, on the way into the store, and at one of the first commits.
        private static let faults = [
            "app_store_answered:1", "try_noted:1", "gathered_written:1", "before_commit:4", "before_commit:6",
            "after_commit:5", "after_commit:7",
        ]

        @Test(arguments: faults) func aChainIsExtendedOnce(fault: String) async throws {
            let place = try Workplace()
            try await place.succeed(
                "init", "--practice", "--agent", "lena", "--bundle-id", "com.example.tea", "--app-apple-id",
                "1234567890")
            try await place.succeed("--agent", "lena", "agents", "add", "server", "--role", "service")
            let apple = try #require(
                try await ServerProcess(
                    running: [
                        "simulate", "--folder", place.path("sim"), "--listen", "127.0.0.1:0", "--notify",
                        "none",
                    ], in: place))
            let bought = try await apple.ask(
                "/simulator/buy", #"{"account":"u_1","product":"tea.yearly"}"#)
            let chain = try #require(bought["original_transaction_id"].text)
            let signed = try #require(
                try await apple.ask("/simulator/signed-transaction", #"{"transaction_id":"\#(chain)"}"#)[
                    "signed_transaction"
                ].text)
            let file = try place.write(#"{"customer":"u_1","body":"\#(signed)"}"#, to: "bought.jsonl")
            try await place.succeed(
                "--agent", "lena", "import", "--root", place.path("sim/root.pem"), file)
            try await place.succeed(
                "--agent", "lena", "extend", chain, "--days", "14", "--reason", "outage")
            let before = try await place.sqlite("SELECT max(expires_at_ms) FROM transactions")

            // Whether it is killed there or has done it before, it is gone then.
            let killed = try #require(try await server(in: place, fault: fault))
            for _ in 0..<2500 where killed.isRunning {
                if try await isDone(in: place, within: 1) { break }
            }
            await killed.kill()
            // The minute after which another goes on has passed.
            try await place.sqlite("UPDATE leases SET until_ms = 0")
            let next = try #require(try await server(in: place))
            let isDone = try await isDone(in: place, within: 2500)
            let errors = try next.errors()
            #expect(isDone, "\(errors)")
            #expect(await next.end() == 0)

            let end = try #require(Int(before)) + 14 * 86_400_000
            #expect(try await place.sqlite("SELECT max(expires_at_ms) FROM transactions") == "\(end)")
            let books = try await apple.ask("/simulator/accounts")
            let told = try #require(books[0]["transactions"][0]["expires_at"].text)
            let moment = try Date(told, strategy: .iso8601)
            #expect(Int(moment.timeIntervalSince1970) == end / 1000, "Apple did it once: \(told)")
            #expect(try await place.makegood("--agent", "lena", "audit", "verify").status == 0)
            await apple.kill()
        }

        private func server(in place: Workplace, fault: String? = nil) async throws -> ServerProcess? {
            try await ServerProcess(
                running: [
                    "run", "--store", place.store, "--agent", "server", "--config",
                    place.path("sim/server.yaml"), "--listen", "127.0.0.1:0", "--log", "error",
                ], in: place, fault: fault)
        }

        /// Whether what was asked came to its end, looked for so many times.
        private func isDone(in place: Workplace, within looks: Int) async throws -> Bool {
            for _ in 0..<looks {
                let state = try await place.sqlite("SELECT state FROM requests WHERE kind = 'extend'")
                if state != "waiting" { return state == "done" }
            }
            return false
        }
    }
}

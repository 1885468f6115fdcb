import Foundation
import Testing

extension Endurance {
    /// What the demonstration is for: a lead answers a refund request with its evidence and has Apple renew an incident's
    /// subscribers later, an agent makes a lost purchase good and has it finished, so that the next one goes through, and a receiver that one line
    /// starts prints the signed webhooks of it.
    @Suite(.serialized) struct ServerDemoTests {
        @Test func aDayIsShownAndWorkedOn() async throws {
            let place = try Workplace()
            let (port, receiver) = (try Self.freePort(), try Self.freePort())
            let demo = try #require(
                try await ServerProcess(
                    running: [
                        "demo", "--path", place.store, "--seconds", "20", "--port", "\(port)",
                        "--webhook-port", "\(receiver)", "--no-console-hint",
                    ], in: place, at: port))
            try await wait(for: ["print the webhooks"], from: demo, in: place)
            let listener = try #require(
                try await ServerProcess(
                    running: [
                        "webhooks", "listen", "--port", "\(receiver)", "--tolerance", "0", "--secret-file",
                        place.store + ".webhook-secret",
                    ], in: place))
            try await wait(
                for: [
                    "until Apple can be asked", "incident 1: ", "u_4444 cannot buy coins_100",
                    "has met the present",
                ],
                from: demo, in: place)

            let refund = try await place.sqlite("SELECT min(id) FROM refund_requests")
            try await place.succeed("--agent", "lea", "refunds", "answer", refund)
            let ticket = try await place.sqlite(
                """
                SELECT t.id FROM tickets t JOIN customers c ON c.id = t.customer_id
                WHERE c.app_user_id = 'u_4444' AND t.state <> 'resolved'
                """)
            try await place.succeed(
                "--agent", "ana", "ticket", "resolve", ticket, "--as", "credited", "--quantity", "1",
                "--note",
                "in the app")
            try await place.succeed("--agent", "ana", "ask", "finish", ticket)
            let outage = try await place.sqlite(
                "SELECT incident_id FROM tickets WHERE cause LIKE 'error:NSURL%' AND incident_id > 0 LIMIT 1")
            try await place.succeed(
                "--agent", "lea", "extend", "--incident", outage, "--days", "7", "--reason", "outage")
            try await wait(
                for: [
                    "lea asked Apple: answer refund request \(refund): answered", "after what it was told",
                    "u_4444 can buy coins_100 again", "renewed later",
                ], from: demo, in: place)
            try await wait(
                for: [
                    "entitlement.granted", "ticket.opened", "ticket.resolved  u_4444", "entitlement.extended",
                ], from: listener, in: place)
            #expect(try await place.makegood("--agent", "lea", "audit", "verify").status == 0)
            #expect(await demo.end() == 0)
            #expect(await listener.end() == 0)
        }

        /// Waits until a process has said some things, looked for so many times.
        private func wait(
            for texts: [String], from process: ServerProcess, in place: Workplace,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            for _ in 0..<20_000 {
                let said = try process.output()
                if texts.allSatisfy(said.contains) { return }
                _ = try await place.shell("true")
            }
            let said = try process.output()
            let missing = texts.filter { !said.contains($0) }
            Issue.record("\(missing) were not said, but \(said.suffix(2000))", sourceLocation: sourceLocation)
        }

        /// A port of this machine on which nobody listens just now.
        private static func freePort() throws -> Int {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
                }
            }
            try #require(isBound)
            return Int(UInt16(bigEndian: address.sin_port))
        }
    }
}

import AppStoreTesting
import Foundation
import Testing

extension Endurance {
    /// A server that is killed in a stream of notifications: what it acknowledged is there, and nothing is there twice.
    @Suite(.serialized) struct KilledServerTests {
        @Test(arguments: ["gathered_written:4", "before_commit:6", "after_commit:9"])
        func nothingAcknowledgedIsMissing(fault: String) async throws {
            let place = try Workplace()
            try await place.succeed("init", "--practice", "--agent", "lena", "--bundle-id", "com.example.app")
            try await place.succeed("--agent", "lena", "agents", "add", "server", "--role", "service")
            let chain = try MintedChain.good
            let root = try place.write(chain.rootPEM, to: "root.pem")
            let notices = try (0..<12).map { try Notice($0, by: chain) }

            let killed = try #require(try await ServerProcess(in: place, root: root, fault: fault))
            var acknowledged: [Notice] = []
            for notice in notices {
                guard let status = await killed.post(notice.body, to: "/apple/notifications") else { break }
                #expect(status == 200)
                acknowledged.append(notice)
            }
            #expect(await killed.wait() == -SIGKILL)
            #expect(acknowledged.count < notices.count, "the server was to be killed on the way")
            for notice in acknowledged {
                #expect(try await place.sqlite(notice.count) == "1", "\(notice.uuid) was acknowledged")
            }

            // Apple repeats what was not acknowledged, and now and then what was.
            let again = try #require(try await ServerProcess(in: place, root: root))
            for notice in notices.shuffled() {
                #expect(await again.post(notice.body, to: "/apple/notifications") == 200)
            }
            #expect(await again.end() == 0)
            #expect(try await place.sqlite("SELECT count(*) FROM notifications") == "12")
            #expect(
                try await place.sqlite("SELECT count(*), count(DISTINCT transaction_id) FROM transactions")
                    == "12|12")
            #expect(try await place.makegood("--agent", "lena", "audit", "verify").status == 0)
            #expect(try await place.makegood("--agent", "lena", "doctor").status == 0)
        }

        @Test func aSecondServerTakesOverWithoutAPause() async throws {
            let place = try Workplace()
            try await place.succeed("init", "--practice", "--agent", "lena", "--bundle-id", "com.example.app")
            try await place.succeed("--agent", "lena", "agents", "add", "server", "--role", "service")
            let chain = try MintedChain.good
            let root = try place.write(chain.rootPEM, to: "root.pem")
            let first = try #require(try await ServerProcess(in: place, root: root))
            let second = try #require(try await ServerProcess(in: place, root: root))
            func status() async throws -> String {
                try await place.makegood("--agent", "lena", "server", "status").output
            }
            var said = ""
            for _ in 0..<2000 where !said.contains("2 servers are running") { said = try await status() }
            #expect(said.contains("2 servers are running") && said.contains("release 0.1.0"), "\(said)")
            let notices = try (0..<2).map { try Notice($0, by: chain) }
            #expect(await first.post(notices[0].body, to: "/apple/notifications") == 200)
            #expect(await first.end() == 0)
            #expect(await second.post(notices[1].body, to: "/apple/notifications") == 200)
            said = try await status()
            #expect(said.contains("the server is running") && said.contains("gone"), "\(said)")
            #expect(try await place.sqlite("SELECT count(*) FROM leases") == "0")
            #expect(await second.end() == 0)
            #expect(try await place.sqlite("SELECT count(*) FROM notifications") == "2")
        }
    }
}

/// A renewal's notification of a chain of its own.
private struct Notice {
    let uuid: String
    let body: String

    /// How often the store has it.
    var count: String { "SELECT count(*) FROM notifications WHERE uuid = '\(uuid)'" }

    init(_ number: Int, by chain: MintedChain) throws {
        uuid = String(format: "b7f3c1de-0000-4000-8000-%012x", number)
        let (id, bought, day) = (2_000_000_000_000 + number, 1_700_000_000_000 + number * 1000, 86_400_000)
        let transaction = try chain.jws(
            #"""
            {"transactionId":"\#(id)","originalTransactionId":"\#(id)","webOrderLineItemId":"\#(id + 7)",\#
            "bundleId":"com.example.app","productId":"premium_month","purchaseDate":\#(bought),\#
            "originalPurchaseDate":\#(bought),"expiresDate":\#(bought + 30 * day),"quantity":1,\#
            "type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","environment":"Production",\#
            "signedDate":\#(bought + 5000)}
            """#)
        let notice = try chain.jws(
            #"""
            {"notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY","notificationUUID":"\#(uuid)",\#
            "version":"2.0","signedDate":\#(bought + 6000),"data":{"bundleId":"com.example.app",\#
            "environment":"Production","signedTransactionInfo":"\#(transaction)"}}
            """#)
        body = #"{"signedPayload":"\#(notice)"}"#
    }
}

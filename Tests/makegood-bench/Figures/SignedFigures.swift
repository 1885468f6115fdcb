import AppStore
import AppStoreTesting
import Foundation
import Intake
import Persistence
import Practice
import Purchases

/// Imports of signed notifications into an empty store: what each costs the processor, beside its bare signature checks.
struct SignedFigures {
    static let names = ["import.signed.notifications"]

    private let bench: Bench

    /// The figures of a bench, whose kept store they do not touch.
    init(_ bench: Bench) { self.bench = bench }

    /// The figures, as far as they are wanted.
    func figures() throws -> [Figure] {
        guard SignedFigures.names.contains(where: bench.settings.wants) else { return [] }
        let chain = try MintedChain.good
        let roots = try TrustedRoots(certificate: chain.root)
        var (found, bare) = ([Double](), [Double]())
        for round in 0..<bench.settings.imports {
            let papers = try (0..<bench.settings.documents).map {
                try SignedNotification(chain: chain, number: round * bench.settings.documents + $0)
            }
            bare.append(try checkOnly(papers, by: chain) / Double(papers.count))
            found.append(try bring(papers, trusting: roots) / Double(papers.count))
        }
        return [
            Figure(
                SignedFigures.names[0], .milliseconds, found, bare: bare, note: "CPU time each, bare: P-256")
        ]
    }

    private func bring(_ papers: [SignedNotification], trusting roots: TrustedRoots) throws -> Double {
        let place = bench.place("signed")
        let store = try StoreBuilder.empty(at: place)
        defer { StoreFiles(place).remove() }
        let lines = papers.map(\.line)
        let seconds = try processorTime { try SignedFigures.bring(lines, trusting: roots, to: store) }
        try store.close()
        return seconds
    }

    /// Brings signed documents, none of which may be refused.
    static func bring(_ lines: [String], trusting roots: TrustedRoots, to store: Store) throws {
        let importer = try Importer(
            store: store, agent: StoreBuilder.lead, now: BenchPopulation.now, roots: roots)
        let report = try importer.run(Data(lines.joined(separator: "\n").utf8), named: "bench")
        guard report.accepted == lines.count else {
            throw BenchError("the store refused signed documents of the bench")
        }
    }

    private func checkOnly(_ papers: [SignedNotification], by chain: MintedChain) throws -> Double {
        let signatures = try papers.flatMap(\.texts).map { try BareSignature($0, by: chain) }
        return try processorTime {
            guard signatures.allSatisfy(\.isValid) else { throw BenchError("a bare signature does not hold") }
        }
    }

    /// How long the processor works for something, on all threads, in seconds.
    private func processorTime(_ work: () throws -> Void) rethrows -> Double {
        let begin = OwnWork.processorSeconds
        try work()
        return OwnWork.processorSeconds - begin
    }
}

/// A renewal's notification of version 2 and the two signed texts in it, with the fields that Apple sends.
struct SignedNotification {
    let notification: String
    /// The document in which the App Store sends it.
    var line: String { #"{"signedPayload":"\#(notification)"}"# }
    /// The three signed texts: the notification, its transaction, its renewal information.
    let texts: [String]

    /// The papers of the purchase of that number.
    init(chain: MintedChain, number: Int) throws {
        let (id, original) = (2_000_000_000_000 + number, 2_000_000_000_000 + number)
        let bundle = PracticeCatalog.bundleID
        let (bought, day) = (1_700_000_000_000 + number * 1000, 86_400_000)
        let common =
            #""originalTransactionId":"\#(original)","productId":"tea.monthly","environment":"Production""#
        let transaction = try chain.jws(
            #"""
            {"transactionId":"\#(id)",\#(common),"webOrderLineItemId":"\#(id + 7)","bundleId":"\#(bundle)",\#
            "subscriptionGroupIdentifier":"20900001","purchaseDate":\#(bought),"originalPurchaseDate":\#(bought),\#
            "expiresDate":\#(bought + 30 * day),"quantity":1,"type":"Auto-Renewable Subscription",\#
            "inAppOwnershipType":"PURCHASED","signedDate":\#(bought + 5000),"transactionReason":"RENEWAL",\#
            "storefront":"DEU","storefrontId":"143443","price":9990,"currency":"EUR"}
            """#)
        let renewal = try chain.jws(
            #"""
            {\#(common),"autoRenewProductId":"tea.monthly","autoRenewStatus":1,"signedDate":\#(bought + 5000),\#
            "recentSubscriptionStartDate":\#(bought),"renewalDate":\#(bought + 30 * day),"renewalPrice":9990,\#
            "currency":"EUR"}
            """#)
        let uuid = String(format: "a7f3c1de-0000-4000-8000-%012x", number)
        notification = try chain.jws(
            #"""
            {"notificationType":"DID_RENEW","notificationUUID":"\#(uuid)","version":"2.0",\#
            "signedDate":\#(bought + 6000),"data":{"appAppleId":1234567890,"bundleId":"\#(bundle)",\#
            "bundleVersion":"42","environment":"Production","status":1,\#
            "signedTransactionInfo":"\#(transaction)","signedRenewalInfo":"\#(renewal)"}}
            """#)
        texts = [notification, transaction, renewal]
    }
}

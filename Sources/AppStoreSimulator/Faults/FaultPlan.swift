package import Purchases

/// What goes wrong at Apple's, and when: `Responding.swift` asks it for answers, `Telling.swift` for notifications.
/// The same plan and seed make the same day.
package struct FaultPlan: Sendable {
    /// Everything that goes wrong.
    package var faults: [AppleFault] = []

    package init(_ faults: [AppleFault] = []) { self.faults = faults }

    /// The faults of an answer at a moment, the first that holds.
    func answer(_ side: AppleFault.Side, at moment: Instant, _ random: inout SeededRandom) -> AppleFault.Kind?
    {
        for fault in faults where fault.holds(at: moment) && fault.kind.isOfAnswers {
            if let only = fault.side, only != side { continue }
            if random.happens(fault.share) { return fault.kind }
        }
        return nil
    }

    /// The faults of a notification that is about to be sent.
    func notices(at moment: Instant, _ random: inout SeededRandom) -> [AppleFault.Kind] {
        var kinds: [AppleFault.Kind] = []
        for fault in faults where fault.holds(at: moment) && !fault.kind.isOfAnswers {
            if random.happens(fault.share) { kinds.append(fault.kind) }
        }
        return kinds
    }
}

/// One thing that goes wrong for a while.
package struct AppleFault: Hashable, Sendable {
    /// What goes wrong.
    package enum Kind: Hashable, Sendable {
        /// Nothing answers: connections are closed.
        case down
        /// Answers come late by that many milliseconds.
        case slow(milliseconds: Int)
        /// The connection is reset before the answer.
        case reset
        /// The connection is closed in the middle of the answer.
        case half
        /// HTML instead of JSON, with 200.
        case html
        /// An HTTP status without a body that says more.
        case http(Int)
        /// A redirect to another host.
        case redirect
        /// verifyReceipt's status.
        case receipt(Int)
        /// Too many requests: 429 with Retry-After.
        case limited
        /// An error code of the Server API.
        case api(Int)
        /// The shared secret in App Store Connect was changed: 21004.
        case wrongSecret
        /// The key in App Store Connect was revoked: 401.
        case unauthorized
        /// A notification is never sent.
        case lost
        /// A notification comes later by that many milliseconds at most.
        case late(milliseconds: Int)
        /// A notification comes twice.
        case duplicated
        /// Notifications that are sent together come in another order.
        case shuffled
        /// A notification signed by a stranger comes before the real one.
        case stranger

        /// Whether it is about answers, not about notifications.
        var isOfAnswers: Bool {
            switch self {
            case .lost, .late, .duplicated, .shuffled, .stranger: false
            default: true
            }
        }
    }

    /// What Apple's side answers.
    package enum Side: String, Hashable, Sendable {
        case verifyReceipt = "verify_receipt"
        /// The App Store Server API.
        case serverAPI = "server_api"
    }

    package var kind: Kind
    /// From when; nil from ever.
    package var from: Instant?
    /// Until when; nil for ever.
    package var until: Instant?
    /// Where; nil everywhere.
    package var side: Side?
    /// How often, from 0 to 1.
    package var share: Double

    /// Something that goes wrong.
    package init(
        _ kind: Kind, from: Instant? = nil, until: Instant? = nil, side: Side? = nil, share: Double = 1
    ) {
        (self.kind, self.from, self.until, self.side, self.share) = (kind, from, until, side, share)
    }

    /// Apple is away for a while: nothing answers and no notification is sent.
    package static func outage(from: Instant?, until: Instant?) -> [AppleFault] {
        [AppleFault(.down, from: from, until: until), AppleFault(.lost, from: from, until: until)]
    }

    func holds(at moment: Instant) -> Bool {
        (from.map { $0 <= moment } ?? true) && (until.map { moment < $0 } ?? true)
    }
}

/// What happened to a made-up customer: together the lives show every status that a chain can have.
enum PracticeLife: CaseIterable, Sendable {
    case monthly
    case yearly
    case weekly
    case trial
    case introductory
    case grace
    case billingRetry
    case cancelled
    case cancelledAfterTrial
    case billingGaveUp
    case priceRefused
    case productGone
    case refunded
    case refundedUpgrade
    case familyShared
    case familyRevoked
    case upgraded
    case awaitingUpgrade
    case returnedSoon
    case returnedLate
    case passes
    case refundedPass
    case lifetime
    case coins
    case reader
    case sandbox
    case stickers
    case unheard
    case upcoming
    case twoSubscriptions
    case browsing

    /// How many of a thousand customers live so.
    var share: Int {
        switch self {
        case .monthly: 190
        case .yearly: 90
        case .cancelled: 90
        case .browsing: 60
        case .weekly, .trial, .billingRetry, .grace: 40
        case .returnedSoon, .returnedLate, .cancelledAfterTrial, .introductory, .refunded: 30
        case .upgraded, .lifetime, .passes, .twoSubscriptions, .billingGaveUp, .unheard: 25
        default: 12
        }
    }

    /// The life of the customer at a place: each once first, so that even a small store shows all, then by share.
    static func life(of number: Int, random: inout PracticeRandom) -> PracticeLife {
        if number < allCases.count { return allCases[number] }
        var rest = Int.random(in: 0..<allCases.map(\.share).reduce(0, +), using: &random)
        for life in allCases {
            rest -= life.share
            if rest < 0 { return life }
        }
        return .monthly
    }
}

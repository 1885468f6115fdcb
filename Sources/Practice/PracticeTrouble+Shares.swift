/// Who has which trouble.
extension PracticeTrouble {
    /// Every trouble, those that matter most first, and how many of a thousand customers have it.
    static let shares: [(trouble: PracticeTrouble, share: Int)] =
        first + [
            (.redelivered, 3), (.configurationFault, 1), (.redeliveredLost, 2), (.outage(.refunded), 0),
            (.outage(.exhausted), 2), (.outage(.delivered), 3), (.outage(.closed), 3),
            (.configurationFault, 1), (.configurationFault, 1), (.approved, 5), (.superseded, 4),
            (.interruptedDelivered, 3), (.trialLost, 2), (.coinsRefunded, 1), (.coinsDelivered, 4),
            (.silentlyOwnerless, 3), (.restored, 10), (.sandbox, 4), (.namedLater, 2),
            (.wrongClock(isAhead: false), 0), (.wrongClock(isAhead: true), 0), (.paymentFailed(0), 6),
            (.paymentFailed(1), 2), (.paymentFailed(3), 2), (.paymentFailed(4), 3), (.paymentFailed(5), 3),
            (.paymentFailed(7), 3), (.paymentFailed(9), 1), (.paymentFailed(18), 1),
            (.retrying(.network(-1001)), 2), (.retrying(.receipt(21009)), 1),
            (.retrying(.receipt(21002)), 1), (.retrying(.receipt(21100)), 1), (.retrying(.http(500)), 1),
            (.retrying(.network(-1009)), 2), (.retrying(.receipt(21005)), 2), (.closed(.receipt(21010)), 1),
            (.closed(.receipt(21003)), 1), (.closed(.receipt(21009)), 1), (.closed(.receipt(21002)), 1),
            (.exhausted(.receipt(21100)), 1), (.closed(.http(503)), 2), (.exhausted(.http(500)), 1),
            (.closed(.network(-1001)), 1), (.exhausted(.network(-1009)), 1), (.closed(.receipt(21004)), 1),
        ]

    private static let first: [(PracticeTrouble, Int)] = [
        (.renewalLost, 5), (.closed(.receipt(21005)), 2), (.retrying(.http(503)), 2), (.paymentFailed(2), 22),
        (.outage(.closed), 4), (.exhausted(.http(503)), 1), (.leaked, 6), (.coinsLost, 3), (.late, 3),
        (.configurationFault, 2), (.outage(.retrying), 3), (.silentlyLate, 6),
        (.deliveredLater(.http(503)), 4), (.neverApproved, 4), (.refunded, 2), (.interrupted, 2), (.stuck, 4),
    ]

    /// What goes wrong for the customer at a place: each trouble once after the lives were shown, then by share.
    static func troubles(
        of number: Int, among customers: Int, random: inout PracticeRandom
    ) -> [PracticeTrouble] {
        let (place, places) = (number - PracticeLife.allCases.count, customers - PracticeLife.allCases.count)
        guard place >= 0, places > 0 else { return [] }
        let shown = shares.prefix(3 * places).enumerated().filter { $0.offset % places == place }
        if !shown.isEmpty { return shown.map(\.element.trouble) }
        var rest = Int.random(in: 0..<1000, using: &random)
        for (trouble, share) in shares {
            rest -= share
            if rest < 0 { return [trouble] }
        }
        return []
    }
}

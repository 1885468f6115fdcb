import Testing

@testable import Purchases

/// What a person says of a ticket's end is seen by the facts, or only said; and what is said takes proof beside it.
struct EndingRuleTests {
    /// Facts, and the ends that they show.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let facts: EndingFacts
        let seen: Set<TicketResolution>
        /// The ends under which the charge stands as closed without proof.
        let withoutProof: Set<TicketResolution>
    }

    private static let always: Set<TicketResolution> = [.writtenOff, .madeGood, .superseded, .withdrawn]

    static let examples = [
        Example(
            testDescription: "charged and lost", facts: EndingFacts(), seen: always,
            withoutProof: [.delivered, .refunded, .notCharged, .credited, .duplicate]),
        Example(
            testDescription: "a consumable that was lost", facts: EndingFacts(isConsumable: true),
            seen: always.union([.credited]), withoutProof: [.delivered, .refunded, .notCharged, .duplicate]),
        Example(
            testDescription: "no charge is told", facts: EndingFacts(isCharged: false),
            seen: always.union([.notCharged]), withoutProof: []),
        Example(
            testDescription: "Apple gave all of it back", facts: EndingFacts(isRefundedInFull: true),
            seen: always.union([.refunded]), withoutProof: []),
        Example(
            testDescription: "it came", facts: EndingFacts(isDelivered: true),
            seen: always.union([.delivered]), withoutProof: []),
    ]

    @Test(arguments: examples) func theFactsShow(_ example: Example) {
        for resolution in TicketResolution.allCases {
            let isSeen = example.seen.contains(resolution)
            #expect(example.facts.proof(of: resolution) == (isSeen ? .seen : .said), "\(resolution)")
            #expect(
                example.facts.isWithoutProof(resolution) == example.withoutProof.contains(resolution),
                "\(resolution)")
        }
    }

    /// An end, the policy, and whether an agent asks a lead for it.
    @Test(arguments: [
        (TicketResolution.refunded, EndingRule.DeliveredByWord.agent, true), (.notCharged, .agent, true),
        (.duplicate, .agent, true), (.delivered, .agent, false), (.delivered, .lead, true),
        (.credited, .lead, false), (.writtenOff, .lead, false),
    ])
    func whatAgentsAskALeadFor(
        _ resolution: TicketResolution, _ policy: EndingRule.DeliveredByWord, _ asks: Bool
    ) {
        let rule = EndingRule(deliveredByWord: policy)
        #expect(rule.needsLead(resolution, of: .agent) == asks)
        #expect(!rule.needsLead(resolution, of: .lead))
    }

    /// An end, who says it, what is brought along, and what is missing.
    @Test(
        arguments: [
            (.refunded, .agent, EndingEvidence(), [.note, .reference]),
            (.refunded, .lead, EndingEvidence(hasNote: true), [.reference]),
            (.refunded, .lead, EndingEvidence(hasNote: true, hasReference: true), []),
            (.refunded, .agent, EndingEvidence(hasNote: true, isContacted: true), []),
            (.delivered, .agent, EndingEvidence(hasNote: true, hasReference: true), [.contact]),
            (.delivered, .agent, EndingEvidence(hasNote: true, isContacted: true), []),
            (.delivered, .lead, EndingEvidence(hasNote: true, hasReference: true), []),
            (.duplicate, .agent, EndingEvidence(hasNote: true, hasReference: true), [.other]),
            (.duplicate, .agent, EndingEvidence(hasNote: true, hasReference: true, namesOther: true), []),
        ] as [(TicketResolution, Role, EndingEvidence, [EndingNeed])])
    func whatIsMissing(
        _ resolution: TicketResolution, _ role: Role, _ evidence: EndingEvidence, _ missing: [EndingNeed]
    ) {
        #expect(EndingRule().missing(for: resolution, by: role, with: evidence) == missing)
    }

    @Test func aLeadsPolicyTakesACaseForWhatAgentsAsk() {
        let evidence = EndingEvidence(hasNote: true, hasReference: true)
        let rule = EndingRule(deliveredByWord: .lead)
        #expect(rule.missing(for: .delivered, by: .agent, with: evidence) == [])
    }

    /// The ticket that ends, the other, and what stands against it.
    @Test(
        arguments: [
            (side("1"), side("1"), .itself), (side("1"), side("2", isDuplicate: true), .alsoDuplicate),
            (side("1"), side("2", of: "u_2"), .otherCustomer),
            (side("1", of: nil), side("2", of: nil), .otherCustomer),
            (side("1", charge: "7000"), side("2", charge: "8000"), .otherCharge),
            (side("1", charge: "7000"), side("2"), .otherCharge),
            (side("1", charge: "7000"), side("2", charge: "7000"), nil), (side("1"), side("2"), nil),
            (side("1", isCharged: false, charge: "7000"), side("2", charge: "8000"), nil),
            (side("1", charge: "appstore.application"), side("2", charge: "8000"), nil),
        ] as [(DuplicateObstacle.Side, DuplicateObstacle.Side, DuplicateObstacle?)])
    func whatIsADuplicate(
        _ ending: DuplicateObstacle.Side, _ other: DuplicateObstacle.Side, _ obstacle: DuplicateObstacle?
    ) {
        #expect(DuplicateObstacle(ending: ending, as: other) == obstacle)
    }

    private static func side(
        _ ticket: String, of customer: String? = "u_1", isCharged: Bool = true, charge: String? = nil,
        isDuplicate: Bool = false
    ) -> DuplicateObstacle.Side {
        DuplicateObstacle.Side(
            TicketID(ticket), of: customer.map { AppUserID($0) }, isCharged: isCharged,
            charge: charge.map { TransactionID($0) }, isDuplicate: isDuplicate)
    }
}

import Testing

@testable import Purchases

/// What is owed stands first in the verdict, and is given back without counting as generosity.
@Suite struct OwedPurchaseTests {
    private static func owed(
        _ ticket: String = "34", _ group: ErrorGroup = .lossOfFunds, isProven: Bool = true,
        lost: Span? = days(0, 30), charged: Double = 0
    ) -> OwedPurchase {
        OwedPurchase(
            ticket: TicketID(ticket), group: group, product: ProductID("monthly"),
            originalTransactionID: nil, money: nil, isTrial: false, isProven: isProven,
            chargedAt: day(charged), lost: lost, entitlements: [Catalog.premium], cause: .late,
            expectedEnd: .madeGood, nextStep: .makeGood)
    }

    @Test(arguments: [owed(), owed("35", .undelivered)]) func isOneStepOfTheWalk(_ owed: OwedPurchase) {
        let rule: Reason.Rule = owed.group == .lossOfFunds ? .lossOfFunds : .undelivered
        #expect(owed.reason == Reason(rule, .owed(owed), at: day(0)))
    }

    @Test func comesBeforeEveryOtherAdviceWhetherAccessHoldsOrNot() {
        let running = chain([bought(from: 0, to: 30)])
        for (moment, holds) in [(day(10), true), (day(40), false)] {
            let verdict = access([running], owed: [Self.owed()]).verdict(for: Catalog.premium, at: moment)
            #expect(verdict.isEntitled == holds && verdict.owed.map(\.ticket.rawValue) == ["34"])
            #expect(verdict.because.first?.rule == .lossOfFunds && verdict.because.count == 2)
            #expect(verdict.nextStep == .ticket(.makeGood))
        }
    }

    @Test func namesAnEntitlementThatNothingElseNames() {
        let verdicts = access(owed: [Self.owed()]).verdicts(at: day(5))
        #expect(verdicts.map(\.entitlement) == [Catalog.premium])
        #expect(verdicts.first?.because.map(\.rule) == [.lossOfFunds] && verdicts.first?.isEntitled == false)
    }

    @Test func isNotYetOwedBeforeItWasCharged() {
        let verdict = access(owed: [Self.owed(charged: 5)]).verdict(for: Catalog.premium, at: day(4))
        #expect(verdict.owed.isEmpty && verdict.because.map(\.rule) == [.noRecord])
    }

    @Test func theWorstStandsFirst() {
        let owed = [
            Self.owed("1", .undelivered), Self.owed("3", charged: 2), Self.owed("10"), Self.owed("9"),
        ]
        let verdict = access(owed: owed).verdict(for: Catalog.premium, at: day(5))
        #expect(verdict.owed.map(\.ticket.rawValue) == ["9", "10", "3", "1"])
        #expect(
            verdict.because.map(\.rule) == [.lossOfFunds, .lossOfFunds, .lossOfFunds, .undelivered])
    }

    @Test func aGrantWithItsTicketSettlesIt() {
        let facts = access(owed: [Self.owed("1"), Self.owed("2")]).facts
        let grant = Grant(
            id: GrantID("g"), customer: facts.customer.id, entitlement: Catalog.premium, startsAt: day(5),
            endsAt: day(35), reason: "late", ticket: TicketID("1"), grantedBy: AgentName("mia"),
            grantedAt: day(5))
        #expect(facts.adding(grant).owed.map(\.ticket.rawValue) == ["2"])
    }

    @Test(
        arguments: [
            (owed(), 30.0, true), (owed(), 31, false), (owed(), 7, true), (owed(isProven: false), 30, false),
            (owed(lost: nil), 7, false), (owed(lost: Span(from: day(0), until: nil)), 400, true),
        ]) func restitutionIsAtMostWhatWasLostAndProven(_ owed: OwedPurchase, _ days: Double, _ isIt: Bool)
    {
        #expect(Span(from: day(50), until: day(50 + days)).map { owed.isRestored(by: $0) } == isIt)
    }

    @Test func whatATicketsGrantsGaveBeforeCounts() {
        let more = Span(from: day(80), until: day(90))
        #expect(more.map { Self.owed().isRestored(by: $0, after: [grant("a", 50, 70)]) } == true)
        #expect(more.map { Self.owed().isRestored(by: $0, after: [grant("a", 50, 71)]) } == false)
        #expect(
            more.map { Self.owed().isRestored(by: $0, after: [grant("a", 50, 80, revoked: 60)]) } == true)
        let endless = Self.owed(lost: Span(from: day(0), until: nil))
        #expect(more.map { endless.isRestored(by: $0, after: [grant("a", 50, nil)]) } == false)
        #expect(more.map { endless.isRestored(by: $0, after: [grant("a", 50, nil, revoked: 60)]) } == true)
    }

    @Test func onlyALossWithoutEndIsRestoredWithoutEnd() {
        let endless = Span(from: day(50), until: nil)
        #expect(endless.map { Self.owed().isRestored(by: $0) } == false)
        #expect(
            endless.map { Self.owed(lost: Span(from: day(0), until: nil)).isRestored(by: $0) } == true)
    }

    @Test func restitutionCountsAgainstNoLimit() {
        let grants = [true, false].map { isRestitution in
            Grant(
                id: GrantID("g"), customer: AppUserID("u"), entitlement: Catalog.premium, startsAt: day(0),
                endsAt: day(20), reason: "late", grantedBy: AgentName("mia"), grantedAt: day(0),
                isRestitution: isRestitution)
        }
        let history = GrantPolicy.History(grantsToCustomer: grants, grantsByAgent: 1, at: day(1))
        #expect(history.givenToCustomer == .days(20))
    }

    @Test func theLostPeriodIsDrawnAsLost() {
        let lost = bought("2", from: 30, to: 60)
        let line = timeline(chain([bought(from: 0, to: 30), lost, bought("3", from: 60, to: 90)]))
        let pieces = Coverage(of: line, lost: [lost], catalog: .example).pieces
        #expect(
            pieces
                == [(0.0, 30.0, Coverage.Kind.paid), (30, 60, .lost), (60, 90, .paid)].compactMap { piece in
                    Span(from: day(piece.0), until: day(piece.1)).map { Coverage.Piece($0, piece.2) }
                })
    }
}

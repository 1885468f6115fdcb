@testable import Console
@testable import Persistence
@testable import Purchases

/// What the store of the fixtures answers.
enum Answers {
    static let grants = [
        Grant(
            id: GrantID("12"), customer: People.zoe.id, entitlement: EntitlementID("premium"),
            startsAt: Pages.moment("2021-06-01T09:00:00Z"), endsAt: Pages.moment("2021-06-08T09:00:00Z"),
            reason: "outage", note: "The outage of 1 June", reference: "HD-4711", grantedBy: AgentName("ana"),
            grantedAt: Pages.moment("2021-06-01T09:00:00Z")),
        Grant(
            id: GrantID("31"), customer: People.zoe.id, entitlement: EntitlementID("pro"),
            startsAt: Pages.moment("2021-08-10T09:00:00Z"), endsAt: Pages.moment("2021-08-24T09:00:00Z"),
            reason: "goodwill", grantedBy: AgentName("bo"), grantedAt: Pages.moment("2021-08-10T09:00:00Z")),
    ]
    static let products = ProductNames([ProductID("coins_100"): ["en": "100 coins", "de": "100 Münzen"]])
    static let notes = [
        CustomerNote(
            at: Pages.moment("2021-08-02T11:20:00Z"), agent: AgentName("bo"),
            text: "Writes in German; phones rather than mails.", reference: nil),
        CustomerNote(
            at: Pages.moment("2021-08-12T16:05:00Z"), agent: AgentName("ana"),
            text: "Bank refused the card on 27 July, new card since 12 August; waits for the retry.",
            reference: "HD-4802"),
    ]
    static let notifications = [
        StoreNotification(
            type: "DID_FAIL_TO_RENEW", signedAt: Pages.moment("2021-07-27T19:44:00Z"),
            receivedAt: Pages.moment("2021-07-27T19:52:10Z"), check: .secret),
        StoreNotification(
            type: "DID_CHANGE_RENEWAL_STATUS", signedAt: Pages.moment("2021-08-01T06:10:00Z"),
            check: .unchecked),
    ]
    static let claims = [
        OwnerClaim(
            kind: .appAccountToken, customer: People.zoe.id, token: "6f3f5a2e-8e8e-4a55-8f8e-0d7f4a1f6a10",
            at: Pages.moment("2020-04-28T19:42:10Z")),
        OwnerClaim(kind: .named, customer: People.jose.id, at: Pages.moment("2021-08-03T10:00:00Z")),
    ]

    /// The loss that Zoë waits for.
    static let ticket = Ticket(
        id: TicketID("118"), group: .lossOfFunds, state: .open, customer: People.zoe.id,
        customerName: People.zoe.values.name, product: ProductID("premium_month"), environment: .production,
        transactionID: TransactionID("230001020690335"), money: Money(milliunits: 9990, currency: "EUR"),
        chargedAt: Pages.moment("2021-08-11T18:04:00Z"), waitingSince: Pages.moment("2021-08-11T18:04:00Z"),
        openedAt: Pages.moment("2021-08-11T18:19:00Z"), cause: TicketCause("21005"), attempts: 5,
        attemptLimit: 5, blocksRepurchase: false, isMadeGood: false,
        queuedAt: Pages.moment("2021-08-11T18:19:00Z"), version: 1)

    /// Zoë's page.
    static func zoe(at: Instant = Pages.now) -> CustomerPage {
        Pages.customer(
            People.zoe, chains: [Chains.zoe], tickets: [ticket], grants: grants,
            owed: [
                owed(
                    lost: Span(
                        from: Pages.moment("2021-08-11T18:04:00Z"),
                        until: Pages.moment("2021-09-11T18:04:00Z")))
            ], notes: notes, claims: claims,
            notifications: notifications, at: at)
    }

    /// The people whose names have a text.
    static func people(_ text: String = "") -> [Customer] {
        People.all.filter { text.isEmpty || ($0.values.name?.text ?? "").lowercased().contains(text) }
    }

    static func lines(_ people: [Customer]) -> [CustomerListPage.Line] {
        people.enumerated().map { index, customer in
            CustomerListPage.Line(
                customer: customer, hasAccess: index % 3 != 1, chain: nil, product: nil, status: nil)
        }
    }

    /// People who were found by their names, for a query of a kind.
    static func found(_ people: [Customer], for query: String = "", as kind: SearchResults.Kind = .text)
        -> SearchResults
    {
        SearchResults(
            query: query, kind: kind,
            matches: people.enumerated().map { index, customer in
                SearchResults.Match(
                    customer: customer, chain: nil, ticket: nil, matchedOn: "name",
                    matchedText: PersonIdentifier(customer.values.name?.whole ?? ""),
                    hasAccess: index % 3 != 1)
            }, isRead: false, isTruncated: false)
    }

    static let audit = [
        (
            "grant", "31",
            "{\"grant\":{\"id\":31,\"app_user_id\":\"u_1042\",\"entitlement\":\"pro\",\"reason\":\"goodwill\"}}",
            "bo"
        ),
        (
            "chain.attach", "1000000831360853",
            "{\"from\":null,\"reason\":\"not_delivered\",\"to\":\"u_1042\"}", "ana"
        ),
        ("import", "seeds.jsonl", "{\"documents\":412,\"accepted\":411}", "importer"),
    ].enumerated().map { index, entry in
        AuditEntry(
            sequence: Int64(103 - index), at: Pages.now - .hours(Int64(index * 5 + 1)),
            agent: AgentName(entry.3),
            action: entry.0, subject: entry.1, details: entry.2,
            previousHash: String(repeating: "0", count: 64),
            hash: String(repeating: "a1b2c3d4", count: 8))
    }

    static let documents = [
        document(
            88, "notification_v1", "mails/2021-08.jsonl:14", "2021-08-01T06:10:00Z", nil, "unchecked",
            "{\"auto_renew_status\":\"true\",\"environment\":\"PROD\",\"notification_type\":\"DID_CHANGE_RENEWAL_STATUS\",\"password\":\"•••\",\"unified_receipt\":{\"latest_receipt\":\"\(String(repeating: "MIIUHgYJKoZIhvcNAQcCoIIUDzCC", count: 8))\",\"pending_renewal_info\":[],\"status\":0}}",
            carries: ["DID_CHANGE_RENEWAL_STATUS"]
        ),
        document(
            74, "notification_v2", "history.json:2", "2021-07-30T08:00:00Z", nil, "signed",
            "{\"signedPayload\":\"eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ\(String(repeating: "MIIEMDCCA7agAwIBAgIQ", count: 30)).e30.c2ln\"}",
            payload:
                "{\"data\":{\"environment\":\"Production\",\"signedTransactionInfo\":{\"transactionId\":\"230001017218970\"}},\"notificationType\":\"DID_RENEW\"}",
            carries: ["DID_RENEW"]
        ),
        document(
            71, "notification_v1", "mails/2021-07.jsonl:9", "2021-07-27T19:44:00Z", "2021-07-27T19:52:10Z",
            "secret", "{\"notification_type\":\"DID_FAIL_TO_RENEW\"}", carries: ["DID_FAIL_TO_RENEW"]),
        document(
            12, "verify_receipt", "seeds.jsonl:3", "2021-07-27T19:45:00Z", nil, "unchecked",
            "{\"status\":21006}",
            code: 21006),
    ]

    private static func document(
        _ id: Int64, _ kind: String, _ source: String, _ told: String, _ received: String?, _ check: String,
        _ body: String, payload: String? = nil, carries: [String] = [], code: Int? = nil
    ) -> DocumentRecord {
        DocumentRecord(
            id: id, kind: kind, source: source, sha256: String(repeating: "a1b2c3d4", count: 8),
            documentTime: Pages.moment(told), receivedAt: received.map { Pages.moment($0) },
            importedAt: Pages.moment("2021-08-02T08:00:00Z"), check: check, environment: "Production",
            chains: [Chains.zoe.id.original], notifications: carries, body: body, payload: payload,
            answerCode: code)
    }

    static let counts = TicketCounts(
        unresolved: [
            .lossOfFunds: CappedCount(12), .undelivered: CappedCount(25), .notCharged: CappedCount(401),
        ])

    static let silentLosses = SilentLossCount(CappedCount(12), isAnythingReported: true)

    /// What ticket 118 says is owed to Zoë.
    static func owed(lost: Span? = nil, isAuthentic: Bool = true) -> OwedPurchase {
        OwedPurchase(
            ticket: TicketID("118"), group: .lossOfFunds, product: ProductID("premium_month"),
            originalTransactionID: Chains.zoe.id.original, money: Money(milliunits: 9990, currency: "EUR"),
            isTrial: false, isProven: isAuthentic, chargedAt: Pages.moment("2021-08-11T18:04:00Z"),
            lost: lost,
            entitlements: [EntitlementID("premium")], cause: TicketCause(isAuthentic ? "21005" : "21003"),
            expectedEnd: isAuthentic ? .madeGood : nil,
            nextStep: .makeGood)
    }

    static let silence = [
        silent(People.zoe.id, "Zoë Müller", "premium_month", "230001020690335", "2021-07-30T06:12:00Z"),
        silent(AppUserID("u_1003"), "山田 太郎", "premium_year", "230001020690999", "2021-07-21T19:02:00Z"),
        silent(nil, nil, "pro_forever", "230001020691111", "2021-06-02T11:30:00Z"),
    ]

    private static func silent(
        _ customer: AppUserID?, _ name: String?, _ product: String, _ transaction: String, _ charged: String
    ) -> SilentLoss {
        SilentLoss(
            customer: customer, customerName: PersonName(name), product: ProductID(product),
            chain: ChainID(OriginalTransactionID(transaction), in: .production),
            transactionID: TransactionID(transaction),
            money: customer == nil ? nil : Money(milliunits: 9990, currency: "EUR"),
            chargedAt: Pages.moment(charged))
    }
    static let leadCounts = LeadListCounts(
        silentLosses: silentLosses,
        lists: [
            .refundedAndMadeGood: CappedCount(3), .twoCustomers: CappedCount(1), .byWord: CappedCount(20_000),
        ], refunds: CappedCount(2))
    static let leadRows: [LeadList: [LeadListRow]] = [
        .twoCustomers: [
            .chain(
                DisputedChain(
                    id: ChainID(OriginalTransactionID("1000000831360853"), in: .production),
                    owner: People.zoe.id, ownerName: "Zoë Müller",
                    others: [AppUserID("u_1003"), AppUserID("u_1004")],
                    product: ProductID("premium_month"), lastPurchase: Pages.moment("2021-07-30T06:12:00Z")))
        ],
        .accessWithoutSource: [
            .grant(
                Grant(
                    id: GrantID("12"), customer: AppUserID("u_1003"), entitlement: EntitlementID("premium"),
                    startsAt: Pages.moment("2021-08-01T00:00:00Z"), endsAt: nil, reason: "not_delivered",
                    grantedBy: AgentName("ben"), grantedAt: Pages.moment("2021-08-01T00:00:00Z")),
                customerName: "山田 太郎")
        ],
        .unreportedTokens: [
            .token(
                UnreportedToken(
                    ExternalPurchaseToken(
                        id: "b2158121-7af9-49d4-9561-1f588205523e", type: "SERVICES",
                        createdAt: Pages.moment("2021-07-01T09:00:00Z")),
                    in: .production, of: BundleID("com.example.tea"),
                    noticedAt: Pages.moment("2021-08-02T09:00:00Z"), document: 7))
        ],
    ]
    static let unconfirmedDeliveries = [
        UnconfirmedDelivery(
            attempt: AttemptID("5b0fe0a2"), customer: People.zoe.id, customerName: People.zoe.values.name,
            product: ProductID("premium_month"), transactionID: TransactionID("230001020690335"),
            environment: .production, chargedAt: Pages.moment("2021-08-11T18:04:00Z")),
        UnconfirmedDelivery(
            attempt: AttemptID("77ab01"), customer: nil, customerName: nil, product: ProductID("pro_forever"),
            transactionID: nil, environment: .production, chargedAt: Pages.moment("2021-08-12T07:30:00Z")),
    ]

    /// What the make-good form is told.
    static func preview(_ query: GrantPreviewQuery, at: Instant) -> Answer {
        let request = query.request
        let access = zoe().access
        let before = access.verdict(for: request.entitlement, at: at)
        let start = request.start == .after ? before.until ?? at : at
        let owed = zoe().owed.first { $0.ticket == request.ticket }
        let end: Instant? =
            switch request.term {
            case .period(let period): start.adding(period)
            case .until(let moment): moment
            case .lost: owed?.lost?.length.map { start + $0 }
            case .lifetime: nil
            }
        let span = Span(from: start, until: end)
        let isRestitution = span.flatMap { owed?.isRestored(by: $0) } ?? false
        let grant = Grant(
            id: GrantID("new"), customer: request.customer, entitlement: request.entitlement,
            startsAt: start, endsAt: end, reason: request.reason, ticket: request.ticket,
            grantedBy: AgentName("ana"), grantedAt: at, isRestitution: isRestitution)
        let after = CustomerAccess(facts: access.facts.adding(grant), rules: access.rules).verdict(
            for: request.entitlement, at: at)
        let gained = grant.span.flatMap { access.gained(of: request.entitlement, by: $0) }
        let given = GrantPolicy.History(givenToCustomer: .days(14), grantsByAgent: 2)
        let excess = isRestitution ? nil : GrantPolicy().excess(of: grant.span?.length, after: given)
        let waiting = request.ticket == nil ? zoe().owed.map(GrantWarning.openTicket) : []
        return .page(
            GrantOutcome(
                grant: grant, before: before, after: after, gained: gained, isReplay: false,
                allowance: GrantPolicy().remaining(after: given),
                left: GrantPolicy().remaining(after: .init(givenToCustomer: .days(7), grantsByAgent: 1)),
                excess: excess, cancelUntil: at + .seconds(30), owed: owed, warnings: waiting), of: query)
    }

    /// The answer to any request to read.
    static func forViewers(_ request: StoreRequest) -> Answer? {
        guard case .read(let query as CustomersQuery, _) = request else { return nil }
        let masked = people().map { person in
            var person = person
            person.values.name = person.values.name.map { PersonName($0.whole, for: .masked) }
            person.values.email = person.values.email.map { PersonIdentifier($0.whole, for: .masked) }
            return person
        }
        let page = CustomerListPage(lines: lines(masked), next: nil, count: CappedCount(7))
        return .page(.customers(page, ofNobody: nil), of: query)
    }

    /// What the store answers in the places that screens are drawn in.
    static func all(_ request: StoreRequest) -> Answer? {
        guard case .read(let query, let at) = request else { return nil }
        return switch query {
        case let query as SearchQuery where query.text.hasPrefix("MK"):
            .page(found([], for: query.text, as: .orderID), of: query)
        case let query as SearchQuery:
            .page(found(people(query.text.lowercased()), for: query.text), of: query)
        case let query as CustomersQuery where !query.filter.isOfNobody:
            .page(
                .customers(
                    CustomerListPage(lines: lines(people()), next: nil, count: CappedCount(7)), ofNobody: nil),
                of: query)
        case let query as CustomerQuery: .page(customer(query.id, at: at), of: query)
        case let query as ChainQuery:
            .page(
                query.id == Chains.taro.id.original
                    ? Pages.chain(Chains.taro, owner: nil, at: at)
                    : Pages.chain(
                        Chains.zoe, owner: People.zoe, grants: grants, claims: claims,
                        notifications: notifications, at: at), of: query)
        case let query as Beside:
            if case .customer(let id) = query {
                .page(.customer(customer(id, at: at)), of: query)
            } else {
                .page(.nothing, of: query)
            }
        case let query as DocumentListQuery:
            .page(DocumentListPage(documents: documents, hasMore: false), of: query)
        case let query as DocumentTextQuery:
            .page(documents.first { DocumentTextQuery($0.id) == query }.map { DocumentText($0) }, of: query)
        case let query as TicketCountsQuery: .page(counts, of: query)
        case let query as ServerStatusQuery: .page(.never, of: query)
        case let query as ProductNamesQuery: .page(products, of: query)
        case let query as SilentLossCountQuery: .page(silentLosses, of: query)
        case let query as LeadListCountsQuery: .page(leadCounts, of: query)
        case let query as LeadListQuery:
            .page(LeadListPage(query.list, rows: leadRows[query.list] ?? [], next: nil), of: query)
        case let query as SilentLossListQuery:
            .page(SilentLossPage(losses: silence, next: nil), of: query)
        case let query as AuditQuery: .page(AuditPage(entries: audit, next: nil), of: query)
        case let query as GrantPreviewQuery: preview(query, at: at)
        case let query as AttachPreviewQuery: .page(attachment(query.request), of: query)
        case let query as UnconfirmedDeliveryListQuery:
            .page(UnconfirmedDeliveryPage(deliveries: unconfirmedDeliveries, next: nil), of: query)
        case let query as UnconfirmedDeliveryCountQuery:
            .page(CappedCount(unconfirmedDeliveries.count), of: query)
        case let query as ReviewQuery:
            .page(
                ReviewPage(
                    losses: Reviews.losses(), incidents: Reviews.incidents, hasMoreIncidents: false),
                of: query)
        case let query as IncidentQuery: .page(Reviews.page(query.id), of: query)
        case let query as RequestListQuery: .page(ApprovalListPage(rows: [], next: nil), of: query)
        case let query as RequestNewsQuery:
            .page(RequestNews(open: CappedCount(0), decided: []), of: query)
        case let query as RequestQuery: .page(nil, of: query)
        case let query as FilterNamesQuery: .page(FilterNames(), of: query)
        case let query as SavedViewsQuery: .page([], of: query)
        case let query as BatchesQuery:
            .page(BatchesPage(batches: [], unfinished: CappedCount(0)), of: query)
        case let query as TicketListQuery: .page(TicketListPage(tickets: [], next: nil), of: query)
        default: nil
        }
    }

    private static func customer(_ id: AppUserID, at: Instant) -> CustomerPage? {
        id == People.zoe.id
            ? zoe(at: at) : People.all.first { $0.id == id }.map { Pages.customer($0, at: at) }
    }

    private static func attachment(_ request: AttachRequest) -> Attachment {
        Attachment(
            chain: ChainID(request.chain, in: request.environment ?? .production), from: People.zoe.id,
            to: request.customer, createsCustomer: true, before: [request.customer: []],
            after: [
                request.customer: [zoe().access.verdict(for: EntitlementID("premium"), at: Pages.now)]
            ])
    }
}

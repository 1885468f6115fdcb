import Purchases
import Testing

/// What is typed to filter tickets, and what is not understood.
@Suite struct TicketFilterTests {
    /// A filter with some changes.
    private static func filter(_ change: (inout TicketFilter) -> Void) -> TicketFilter {
        var filter = TicketFilter()
        change(&filter)
        return filter
    }

    static let good: [(String, TicketFilter)] = [
        ("", filter { _ in }), ("  ", filter { _ in }),
        (
            "group:3 age>2d cause:21005 agent:none",
            filter {
                ($0.group, $0.olderThan) = (.lossOfFunds, .days(2))
                ($0.cause, $0.holder) = (TicketCause("21005"), .nobody)
            }
        ),
        ("GROUP:1", filter { $0.group = .notCharged }),
        ("agent:ana", filter { $0.holder = .agent(AgentName("ana")) }),
        ("agent:me", filter { $0.holder = .me }),
        ("assigned:ben", filter { $0.assignee = .agent(AgentName("ben")) }),
        ("assigned:me due:overdue", filter { ($0.assignee, $0.due) = (.me, .overdue) }),
        ("assigned:none due:today", filter { ($0.assignee, $0.due) = (.nobody, .today) }),
        ("waiting:apple", filter { $0.waitingFor = .apple }), ("skipped:yes", filter { $0.isSkipped = true }),
        ("unproved:no", filter { $0.isUnproved = false }), ("ref:HD-7:a", filter { $0.reference = "HD-7:a" }),
        ("age<6h", filter { $0.youngerThan = .hours(6) }),
        ("age>90m", filter { $0.olderThan = .seconds(5400) }),
        ("age>3w", filter { $0.olderThan = .days(21) }), ("state:waiting", filter { $0.state = .waiting }),
        ("state:unresolved", filter { $0.isUnresolvedOnly = true }),
        ("resolution:made_good", filter { $0.resolution = .madeGood }),
        ("blocks:yes", filter { $0.blocksRepurchase = true }),
        ("blocks:no\tproduct:a.b", filter { ($0.blocksRepurchase, $0.product) = (false, ProductID("a.b")) }),
        ("customer:u_1", filter { $0.customer = AppUserID("u_1") }),
        ("version:5.2.1", filter { $0.appVersion = "5.2.1" }),
        ("cause:error:MyApp:7", filter { $0.cause = TicketCause("error:MyApp:7") }),
        ("after:made_good", filter { $0.isAftermathOnly = true }),
        (
            "since:1-May until:yesterday",
            filter { ($0.since, $0.until) = (at("2026-05-01"), at("2026-11-21")) }
        ),
    ]

    @Test(arguments: good) func isRead(_ text: String, _ filter: TicketFilter) throws {
        #expect(try TicketFilter(parsing: text, at: at("2026-11-22T14:02:00Z")) == filter)
    }

    @Test(arguments: [
        "group:4", "group:", "group:x", "group>3", "age:2d", "age>2", "age>d", "age>-1d", "age>2y",
        "age>99999999999999999999d", "state:gone", "resolution:lost", "due:soon", "waiting:rain",
        "skipped:maybe", "unproved:", "ref:", "due>2d", "blocks:maybe", "after:dark", "hello",
        "colour:red", ":3", "cause>5", "loss:some", "charged:..", "charged:soon", "charged:2021-08-11..soon",
        "price:high",
    ])
    func isRefused(_ text: String) {
        let problem = #expect(throws: TicketFilter.Problem.self) {
            try TicketFilter(parsing: "group:3 \(text)", at: at("2026-11-22T14:02:00Z"))
        }
        #expect(problem?.part == text && problem?.description.contains("group:1|2|3") == true)
    }

    /// What may be typed behind each word, in one example of each value that the table names.
    private static let tabled: [String] = TicketFilter.Word.allCases.flatMap { word -> [String] in
        switch word.values {
        case .listed(let values): values.map { "\(word.rawValue):\($0)" }
        case .agents(let others): (others + ["ana"]).map { "\(word.rawValue):\($0)" }
        case .ages:
            ["90m", "6h", "2d", "3w"].flatMap { ["\(word.rawValue)>\($0)", "\(word.rawValue)<\($0)"] }
        case .moments: ["yesterday", "2021-08-11"].map { "\(word.rawValue):\($0)" }
        case .days:
            ["yesterday", "2021-08-11", "2021-08-01..2021-08-11", "..2021-08-11", "3d-ago.."].map {
                "\(word.rawValue):\($0)"
            }
        case .causes, .products, .customers, .versions, .cases, .storefronts, .incidents, .currencies:
            ["\(word.rawValue):x"]
        }
    }

    @Test(arguments: tabled) func theTableOfWordsSaysOnlyWhatIsRead(_ text: String) throws {
        let filter = try TicketFilter(parsing: text, at: at("2026-11-22T14:02:00Z"))
        #expect(filter != TicketFilter())
    }

    @Test func everyWordIsExplainedWithItsForm() {
        for word in TicketFilter.Word.allCases {
            #expect(word.form.hasPrefix(word.rawValue) && !word.explanation.isEmpty)
            #expect(TicketFilter.syntax.contains(word.form))
        }
    }
}

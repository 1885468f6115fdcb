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
        "age>99999999999999999999d", "state:gone", "resolution:lost", "blocks:maybe", "after:dark", "hello",
        "colour:red", ":3", "cause>5",
    ])
    func isRefused(_ text: String) {
        let problem = #expect(throws: TicketFilter.Problem.self) {
            try TicketFilter(parsing: "group:3 \(text)", at: at("2026-11-22T14:02:00Z"))
        }
        #expect(problem?.part == text && problem?.description.contains("group:1|2|3") == true)
    }
}

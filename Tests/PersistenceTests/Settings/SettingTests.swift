import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

struct SettingTests {
    @Test func defaultsStandUntilALeadDecides() throws {
        let store = try People.inMemory()
        #expect(try store.wholePage(of: GrantPolicyQuery()) == GrantPolicy())
        #expect(try store.accessRules().servedEnvironments == [.production])
        #expect(try store.settings()[.retryLimit] == "5")
    }

    @Test(arguments: [
        (Setting.serve, "Sandbox, Production", "Production,Sandbox"), (.bundleIDs, " a.b , c ", "a.b,c"),
        (.smallBusiness, "true", "true"), (.longestGrantDays, "007", "7"),
        (.reasons, "outage,other", "outage,other"),
    ])
    func valuesAreKeptInOneForm(_ setting: Setting, _ text: String, _ kept: String) throws {
        let store = try People.inMemory()
        try store.set(setting, to: text, by: People.lead, at: People.now)
        #expect(try store.settings()[setting] == kept)
        #expect(try store.audit(about: "setting:\(setting.rawValue)").entries.count == 1)
    }

    @Test(arguments: [
        (Setting.serve, ""), (.serve, "Mars"), (.smallBusiness, "perhaps"), (.longestGrantDays, "-1"),
        (.grantsPerDay, "many"), (.reasons, "Bad Reason"), (.appAppleIDs, "x"),
    ])
    func nonsenseIsRefused(_ setting: Setting, _ text: String) throws {
        let store = try People.inMemory()
        let error = failure { try store.set(setting, to: text, by: People.lead, at: People.now) }
        #expect(error?.code == .usage)
    }

    @Test func onlyPracticeStoresServeWhatAppleDoesNotSign() throws {
        let real = try Store.inMemory(practice: false, by: People.lead, at: People.now)
        let error = failure { try real.set(.serve, to: "Xcode", by: People.lead, at: People.now) }
        #expect(error?.code == .refused)
        try People.inMemory().set(.serve, to: "Xcode", by: People.lead, at: People.now)
    }

    @Test func listsAreAddedToAndTakenFrom() throws {
        let store = try People.inMemory()
        let (lead, now) = (People.lead, People.now)
        let value = { try store.settings()[.bundleIDs] }
        try store.set(.bundleIDs, to: "com.example.app", by: lead, at: now)
        try store.add("com.example.tea, com.example.app", to: .bundleIDs, by: lead, at: now)
        #expect(try value() == "com.example.app,com.example.tea", "the operator's own app stays")
        let entries = try store.audit(about: "setting:bundle_ids").entries.count
        try store.add("com.example.tea", to: .bundleIDs, by: lead, at: now)
        #expect(try store.audit(about: "setting:bundle_ids").entries.count == entries, "nothing changed")
        try store.remove("com.example.app", from: .bundleIDs, by: lead, at: now)
        #expect(try value() == "com.example.tea")
        try store.add("sandbox_test", to: .reasons, by: lead, at: now)
        #expect(
            try store.wholePage(of: GrantPolicyQuery()).reasons == GrantPolicy().reasons + ["sandbox_test"])
        try store.add("Sandbox", to: .serve, by: lead, at: now)
        #expect(try store.accessRules().servedEnvironments == [.production, .sandbox])
    }

    @Test(arguments: [
        (StoreError.Code.notFound, Setting.bundleIDs, "com.example.other"), (.usage, .serve, "Production"),
        (.usage, .appName, "x"), (.usage, .bundleIDs, " , "), (.notFound, .reasons, "nonsense"),
    ])
    func nothingElseIsTakenOut(_ code: StoreError.Code, _ setting: Setting, _ text: String) throws {
        let store = try People.inMemory()
        let error = failure { try store.remove(text, from: setting, by: People.lead, at: People.now) }
        #expect(error?.code == code)
    }

    @Test(arguments: [
        (Setting.retryLimit, "5"), (.alarmCommand, "true"), (.serve, "Mars"), (.appAppleIDs, "x"),
        (.reasons, "Bad Reason"), (.bundleIDs, ""),
    ])
    func nonsenseIsNotAdded(_ setting: Setting, _ text: String) throws {
        let store = try People.inMemory()
        let error = failure { try store.add(text, to: setting, by: People.lead, at: People.now) }
        #expect(error?.code == .usage)
    }

    @Test func everySettingIsExplained() {
        for setting in Setting.allCases {
            #expect(setting.explanation.hasSuffix("."), "\(setting.rawValue)")
        }
        #expect(Set(Setting.allCases.map(\.explanation)).count == Setting.allCases.count)
    }

    @Test func secretsAreKeptHashed() throws {
        let store = try People.inMemory()
        #expect(try store.matches(secret: "hunter2") == nil)
        _ = try store.addSecret("hunter2", by: People.lead, at: People.now)
        _ = try store.addSecret("next", by: People.lead, at: People.now)
        #expect(try store.matches(secret: "hunter2") == true && store.matches(secret: "hunter3") == false)
        #expect(
            failure { _ = try store.addSecret("next", by: People.lead, at: People.now) }?.code == .conflict)
        let everything =
            try Raw.texts(store, "SELECT * FROM secrets") + Raw.texts(store, "SELECT details FROM audit")
        #expect(!everything.joined().contains { $0?.contains("hunter2") == true })
        try store.removeSecret("hunter2", by: People.lead, at: People.now)
        #expect(try store.matches(secret: "hunter2") == false)
    }
}

struct AgentTests {
    @Test func theLastLeadStays() throws {
        let store = try People.inMemory()
        #expect(
            failure { try store.removeAgent(People.lead, by: People.lead, at: People.now) }?.code == .refused)
        let demotion = failure {
            try store.addAgent(People.lead, role: .viewer, by: People.lead, at: People.now)
        }
        #expect(demotion?.code == .refused)
        try store.addAgent(People.agent, role: .lead, by: People.lead, at: People.now)
        try store.removeAgent(People.lead, by: People.agent, at: People.now)
        #expect(
            try store.wholePage(of: AgentListQuery()).map(\.login) == [
                People.agent, People.service, People.viewer,
            ])
    }

    @Test func theRemovedMayDoNothing() throws {
        let store = try People.inMemory()
        try store.removeAgent(People.agent, by: People.lead, at: People.now)
        #expect(failure { _ = try store.role(of: People.agent) }?.code == .refused)
        #expect(
            failure { try store.removeAgent(People.agent, by: People.lead, at: People.now) }?.code
                == .notFound)
    }

    @Test(arguments: ["", "a b", "-x", "a\u{1b}[0m"])
    func whatIsNoLoginIsRefused(_ login: String) throws {
        let store = try People.inMemory()
        let error = failure {
            try store.addAgent(AgentName(login), role: .agent, by: People.lead, at: People.now)
        }
        #expect(error?.code == .usage)
    }

    @Test func agentsAddNobody() throws {
        let store = try People.inMemory()
        let error = failure {
            try store.addAgent(AgentName("eve"), role: .lead, by: People.agent, at: People.now)
        }
        #expect(error?.code == .refused)
    }
}

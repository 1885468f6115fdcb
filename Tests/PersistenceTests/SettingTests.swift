import Purchases
import Testing

@testable import Persistence

struct SettingTests {
    @Test func defaultsStandUntilALeadDecides() throws {
        let store = try People.inMemory()
        #expect(try store.grantPolicy() == GrantPolicy())
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

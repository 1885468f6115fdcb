import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What must stand follows from the log alone.
struct AuditReplayTests {
    private typealias Step = (action: String, subject: String, details: String)

    private func standing(_ steps: [(String, String, String)]) -> AuditReplay {
        var standing = AuditReplay()
        for (place, step) in steps.enumerated() {
            standing.follow(
                AuditEntry(
                    sequence: Int64(place + 1), at: People.now, agent: People.lead, action: step.0,
                    subject: step.1, details: step.2, previousHash: "", hash: ""))
        }
        return standing
    }

    @Test(
        arguments: [
            ([("agent.add", "ana", #"{"role":"agent"}"#)], "agent:ana", ["agent"], 1),
            (
                [("agent.add", "ana", #"{"role":"lead"}"#), ("agent.add", "ana", #"{"role":"viewer"}"#)],
                "agent:ana", ["viewer"], 2
            ),
            (
                [("agent.add", "ana", #"{"role":"lead"}"#), ("agent.remove", "ana", "{}")], "agent:ana", nil,
                2
            ),
            (
                [("refused", "grant", #"{"why":"role"}"#), ("agent.add", "bo", #"{"role":"lead"}"#)],
                "agent:bo", ["lead"], 2
            ),
            (
                [("settings.set", "app_name", #"{"before":"","after":"Tea"}"#)], "setting:app_name", ["Tea"],
                1
            ),
            (
                [("settings.set", "serve", #"{"before":"Production","after":"Sandbox,Production"}"#)],
                "setting:serve", ["Production,Sandbox"], 1
            ),
            // An entry of before names the secret and says no more.
            ([("secret.add", "secret", #"{"id":3}"#)], "secret:3", [nil], 1),
            ([("secret.add", "secret", #"{"digest":"ab","id":3}"#)], "secret:3", ["ab"], 1),
            (
                [("secret.add", "secret", #"{"id":3}"#), ("secret.remove", "secret", #"{"id":3}"#)],
                "secret:3", nil, 2
            ),
            ([("key.add", "app", #"{"scope":"app"}"#)], "key:app", ["app", nil], 1),
            ([("key.add", "app", #"{"digest":"cd","scope":"app"}"#)], "key:app", ["app", "cd"], 1),
            ([("key.add", "app", #"{"scope":"app"}"#), ("key.remove", "app", "{}")], "key:app", nil, 2),
            (
                [("store.init", "lena", #"{"practice":true,"serves":["Production"]}"#)], "agent:lena",
                ["lead"], 1
            ),
            (
                [("store.init", "lena", #"{"practice":true,"serves":["Production"]}"#)], "store:practice",
                ["true"], 1
            ),
            // The first entry of before does not say the apps' numbers.
            (
                [("store.init", "lena", #"{"practice":false,"bundle_ids":["a","b"]}"#)],
                "setting:app_apple_ids",
                [nil], 1
            ),
            (
                [("store.init", "lena", #"{"practice":false,"bundle_ids":["a","b"]}"#)], "setting:bundle_ids",
                ["a,b"], 1
            ),
        ] as [([(String, String, String)], String, [String?]?, Int64)])
    func follows(
        _ steps: [(String, String, String)], _ about: String, _ parts: [String?]?, _ sequence: Int64
    ) {
        #expect(standing(steps).facts[about] == AuditReplay.Fact(parts: parts, sequence: sequence))
    }

    @Test func whatEntriesOfBeforeLeaveOutIsNotHeldAgainstThem() {
        let told = standing([
            ("secret.add", "secret", #"{"id":1}"#), ("key.add", "app", #"{"scope":"app"}"#),
        ])
        let held = standing([
            ("secret.add", "secret", #"{"digest":"ab","id":1}"#),
            ("key.add", "app", #"{"digest":"cd","scope":"app"}"#),
        ])
        #expect(told.differences(to: held).isEmpty)
        #expect(held.differences(to: told).map(\.about) == ["key:app", "secret:1"])
    }
}

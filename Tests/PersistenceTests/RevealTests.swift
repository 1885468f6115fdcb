import Persistence
import Purchases
import Testing

/// Personal data is taken out only with the log's knowledge.
struct RevealTests {
    @Test func theLogSaysWhatWasTakenOutAndNotWhatItSays() throws {
        let store = try People.inMemory()
        try store.note(RevealRequest("email", of: People.customer), by: People.agent, at: People.now)
        let entry = try store.audit(limit: 1).entries.first
        #expect(entry?.action == "reveal" && entry?.subject == "u_1042")
        #expect(entry?.details == "{\"field\":\"email\"}")
    }

    @Test func viewersAreRefused() throws {
        let store = try People.inMemory()
        let error = failure {
            try store.note(RevealRequest("email", of: People.customer), by: People.viewer, at: People.now)
        }
        #expect(error?.code == .refused)
    }
}

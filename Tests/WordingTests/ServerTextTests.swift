import PersistenceTesting
import Purchases
import Testing

@testable import Persistence
@testable import Wording

/// What is wrong with the server's own work.
@Suite struct ServerTextTests {
    private func alarm(_ code: String, _ detail: String?) -> ServerAlarm {
        ServerAlarm(
            code: code, detail: detail, at: .earliest, heardBy: [], failure: nil, attempts: 0, nextAt: nil)
    }

    @Test func saysWhatIsSilentSinceWhen() {
        let words = ServerText.what(
            alarm("silence", "notifications since 2026-11-25T02:00:00Z, reports since 2026-11-25T02:10:00Z"))
        #expect(
            words.hasSuffix(
                ": no notifications since 2026-11-25T02:00:00Z, no reports since 2026-11-25T02:10:00Z"))
        #expect(ServerText.what(alarm("wrong_secret", "Production")).hasSuffix("(21004)"))
    }

    @Test(arguments: [
        "app_store_unauthorized", "wrong_secret", "untrusted_certificate", "refund_due", "silence",
        "reports_rationed",
    ])
    func everyAlarmHasWordsOfItsOwn(_ code: String) {
        #expect(!ServerText.alarm(code).what.contains(code) && ServerText.alarm(code).toDo.hasSuffix("."))
        #expect(ServerText.shortAlarm(code) != code && ServerText.shortAlarm(code).count <= 32)
    }
}

import JSONAnswers
import JSONValues
package import Persistence
package import Purchases
import Wording

/// What the command or the address that is called for an alarm gets: one JSON document on one line. `AlarmSender` sends
/// losses, `AlarmWorker` in `Server/Workers` what is wrong with the server. A ticket's JSON is in
/// `JSONAnswers/TicketPageAnswer.swift`.
package enum AlarmText {
    /// A loss of funds as `ticket show` has it, with the incident of which it is one where it rings for that.
    package static func loss(_ page: TicketPage, of incident: Incident?) -> String {
        line(page.json.adding(incident.map { ["incident": $0] } ?? [:]))
    }

    /// What is wrong with the server's own work: `{"server":{…},"next_step":…}`.
    package static func server(_ alarm: ServerAlarm) -> String {
        let trouble = JSONValue.object([
            "code": alarm.code, "since": alarm.at, "text": ServerText.what(alarm), "detail": alarm.detail,
        ])
        return line(.object(["server": trouble, "next_step": ServerText.alarm(alarm.code).toDo]))
    }

    /// A made-up loss of funds that says `"test": true`, to try a setting with.
    package static func test(of setting: Setting, at now: Instant) -> String {
        let ticket = JSONValue.object([
            "id": "0", "group": ErrorGroup.lossOfFunds, "state": TicketState.open, "app_user_id": "test",
            "product_id": "test", "cause": "not_verified", "money": Money(milliunits: 0, currency: "EUR"),
            "charged_at": now, "opened_at": now,
        ])
        return line(
            .object([
                "test": true, "ticket": ticket, "facts": JSONValue.object([:]), "events": JSONValue.array([]),
                "next_step": "This is a test of \(setting.rawValue): nothing is to be done.",
            ]))
    }

    private static func line(_ value: JSONValue) -> String { PrintableJSON.text(value.canonicalText) + "\n" }
}

import JSONAnswers
import JSONValues
package import Persistence
package import Purchases
import Wording

/// What a called command or address is given for an alarm: one JSON document on one line.
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

    /// A ticket as alarms have it, but for the mark that it is none.
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

import JSONAnswers
import JSONValues
package import Persistence
package import Purchases
import Wording

/// What whoever is called for an alarm is given: one JSON document on one line.
package enum AlarmText {
    /// A loss of funds as `ticket show` has it, with the incident of which it is one where it rings for that.
    package static func loss(_ page: TicketPage, of incident: Incident?) -> String {
        var value = JSONValue.ticketPage(page)
        if let incident, case .object(var members) = value {
            members["incident"] = .incident(incident)
            value = .object(members)
        }
        return line(value)
    }

    /// What is wrong with the server's own work: `{"server":{…},"next_step":…}`.
    package static func server(_ alarm: ServerAlarm) -> String {
        let text = ServerText.alarm(alarm.code)
        return line(
            .object([
                "server": .object([
                    "code": .string(alarm.code), "since": .time(alarm.at),
                    "text": .string(ServerText.what(alarm)), "detail": .text(alarm.detail),
                ]), "next_step": .string(text.toDo),
            ]))
    }

    /// A ticket as alarms have it, but for the mark that it is none.
    package static func test(of setting: Setting, at now: Instant) -> String {
        let ticket: [String: JSONValue] = [
            "id": .string("0"), "group": .integer(3), "state": .string("open"),
            "app_user_id": .string("test"), "product_id": .string("test"), "cause": .string("not_verified"),
            "money": .money(Money(milliunits: 0, currency: "EUR", isListPrice: false)),
            "charged_at": .time(now), "opened_at": .time(now),
        ]
        return line(
            .object([
                "test": .bool(true), "ticket": .object(ticket), "facts": .object([:]), "events": .array([]),
                "next_step": .string("This is a test of \(setting.rawValue): nothing is to be done."),
            ]))
    }

    private static func line(_ value: JSONValue) -> String { PrintableJSON.text(value.canonicalText) + "\n" }
}

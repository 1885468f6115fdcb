package import Persistence
package import Purchases

/// How a server stands, in words.
package enum ServerText {
    /// What is wrong with the server's own work, by code, and what to do.
    package static func alarm(_ code: String) -> (what: String, toDo: String) {
        switch code {
        case "app_store_unauthorized":
            (
                "the App Store refuses the server's key (401)",
                "Check the key, its id and the issuer id; all questions wait, and go on by themselves."
            )
        case "wrong_secret":
            (
                "the App Store refuses the shared secret (21004)",
                "Check the shared secret in App Store Connect; verification waits, and goes on by itself."
            )
        case "untrusted_certificate":
            (
                "the server does not trust the certificate that the App Store's address answers with",
                "Look for a proxy in between, and check this machine's certificates; all questions wait, and no try is counted."
            )
        case "refund_due":
            (
                "a refund request has no answer, or one that is not sent, and Apple takes answers for less than two hours more",
                "A lead answers it, or leaves it out: F in the review, or `makegood refunds`. The reason why an answer is not sent is shown beside it."
            )
        case "reports_rationed":
            (
                "an app key or a customer reports more charges without proof from Apple than one day allows",
                "Look at them: `makegood quarantine list`. If they are real, raise policy.unproved_reports_per_key and try them again; if they are made up, change the key and drop them."
            )
        case "silence":
            (
                "nothing arrives, though something usually does at this hour",
                "Check that App Store Connect names this server, that the server can be reached (`makegood-server check`), and that the apps and the App Store work; the alarm ends when something arrives."
            )
        default:
            ("the server reports \(code)", "See `makegood server status` and the server's log.")
        }
    }

    /// What is wrong with the server's own work, in as few words as a line's end has room for.
    package static func shortAlarm(_ code: String) -> String {
        switch code {
        case "app_store_unauthorized": "App Store refuses the key"
        case "wrong_secret": "App Store refuses the secret"
        case "untrusted_certificate": "App Store's certificate fails"
        case "refund_due": "a refund request has no answer"
        case "reports_rationed": "reports above the daily limit"
        case "silence": "nothing arrives any more"
        default: code
        }
    }

    /// What is wrong with the server's own work, with what is silent where something is.
    package static func what(_ alarm: ServerAlarm) -> String {
        let what = self.alarm(alarm.code).what
        guard alarm.code == "silence", let detail = alarm.detail else { return what }
        return "\(what): no \(detail.split(separator: ", ").joined(separator: ", no "))"
    }

    /// What the server does, in words.
    package static func worker(_ name: String) -> String {
        switch name {
        case "webhooks": "sending webhooks"
        case "requests": "asking the App Store"
        case "polling": "asking about renewals that are late"
        case "gaps": "reading the history of notifications"
        case "alarms": "sending alarms"
        case "events": "telling of changed entitlements"
        case "reports": "taking in reports that waited for the next day"
        default: name
        }
    }

    /// What the server cannot do where a worker fails, in as few words as a line's end has room for.
    package static func cannot(_ worker: String) -> String {
        switch worker {
        case "webhooks": "cannot send webhooks"
        case "requests": "cannot ask the App Store"
        case "polling": "cannot ask about renewals"
        case "gaps": "cannot fetch missed notifications"
        case "alarms": "cannot send alarms"
        case "events": "cannot tell of entitlements"
        case "reports": "cannot take in reports"
        default: "\(worker) fails"
        }
    }

    /// The state in one word: `there`, `late`, `gone`, `never`.
    package static func word(_ presence: ServerStatus.Presence) -> String {
        switch presence {
        case .never: "never"
        case .there: "there"
        case .late: "late"
        case .gone: "gone"
        }
    }

    /// The state as a sentence without a full stop, such as `the server has been gone since 2026-11-22T21:40:00Z`.
    package static func sentence(_ standing: ServerStatus, moment: (Instant) -> String) -> String {
        switch standing.presence {
        case .never: return "no server has run on this store yet"
        case .late(let since): return "the server is late: it has said nothing since \(moment(since))"
        case .gone(let since): return "the server has been gone since \(moment(since))"
        case .there where standing.there.count > 1: return "\(standing.there.count) servers are running"
        case .there:
            let since = standing.startedAt.map { ", since \(moment($0))" } ?? ""
            return "the server is running\(since)"
        }
    }

    /// One of several servers, such as `process 4711, release 0.2.0, there since 2026-11-22T21:40:00Z`.
    package static func server(_ server: KnownServer, moment: (Instant) -> String) -> String {
        let since: Instant =
            switch server.presence {
            case .there, .never: server.startedAt
            case .late(let since), .gone(let since): since
            }
        let release = server.release.map { ", release \($0)" } ?? ""
        return "process \(server.process)\(release), \(word(server.presence)) since \(moment(since))"
    }

    /// How far a receiver of webhooks is, such as `shop: 3 wait since …, 2 parked; fails: …`.
    package static func webhook(_ standing: WebhookStatus, moment: (Instant) -> String) -> String {
        func count(_ number: Int) -> String {
            number >= WebhookStatus.countLimit ? "\(number) or more" : String(number)
        }
        var parts: [String] = []
        if standing.waiting > 0 {
            let since = standing.oldest.map { " since \(moment($0))" } ?? ""
            parts.append("\(count(standing.waiting)) \(standing.waiting == 1 ? "waits" : "wait")\(since)")
        } else {
            parts.append("nothing waits")
        }
        if standing.parked > 0 { parts.append("\(count(standing.parked)) parked") }
        if let since = standing.disabledAt {
            parts.append("it answered 410 at \(moment(since)) and is sent nothing any more")
        } else if let failure = standing.failure {
            let times = standing.failures == 1 ? "" : ", \(standing.failures) times in a row"
            parts.append("fails: \(webhookAnswer(failure))\(times)")
        } else if let last = standing.deliveredAt {
            parts.append("last delivered \(moment(last))")
        }
        return "\(standing.name): \(parts.joined(separator: ", "))"
    }

    /// What a receiver of webhooks answered, in words.
    package static func webhookAnswer(_ code: String) -> String {
        switch code {
        case "delivered": return "delivered"
        case "network": return "it could not be reached"
        case "timeout": return "it did not answer within 15 seconds"
        case "unknown_host": return "its host name leads nowhere"
        case "private_address": return "its address is a private one, which allow_private must allow"
        case "gone": return "it wants no more messages (410)"
        default: break
        }
        if code.hasPrefix("http_"), let status = Int(code.dropFirst(5)) {
            return (300..<400).contains(status)
                ? "it redirects (\(status)), which is not followed" : "it answers \(status)"
        }
        return code
    }

    /// What fails, a sentence each; empty where nothing does.
    package static func failures(_ standing: ServerStatus) -> [String] {
        standing.alarms.map(what)
            + standing.failing.map { failing in
                let times = failing.failures == 1 ? "" : ", \(failing.failures) times in a row"
                return "\(worker(failing.name)) fails: \(answer(failing.outcome ?? "unknown"))\(times)"
            }
    }

    /// The code of an answer or a failure, with what it means where that is known: `21005, the receipt server…`.
    package static func answer(_ code: String) -> String {
        switch code {
        case "delivered": return "delivered"
        case "nothing_new": return "nothing new"
        case "no_receipt": return "there is no receipt to ask with"
        case "network": return "the App Store could not be reached"
        case "timeout": return "the App Store did not answer in time"
        case "circuit_open": return "the App Store is not asked for a moment after failures"
        case "finished": return "the App Store finished the transaction"
        case "token_set": return "Apple signs the customer's token from now on"
        case "needless": return "it is not needed any more"
        case "extended": return "renewed later"
        case "extended_before": return "renewed later; it was so already when it was looked at again"
        case "in_progress": return "Apple has begun, and goes on"
        case "renewed":
            return
                "it was renewed before Apple's answer was known: its transactions show whether it came later"
        case "no_period": return "the App Store knows no subscription of the chain"
        case "no_key": return "the server has no key for the App Store Server API"
        case "no_secret": return "the server has no shared secret for receipts"
        case "not_served": return "this store serves nothing of where it was bought"
        case "busy": return "too many questions are on their way to the App Store"
        case "not_json": return "the App Store's answer cannot be read"
        case "too_large": return "the App Store's answer is too large"
        case "certificate": return "what answered as the App Store has no certificate of its own"
        case "cancelled": return "the server stopped before the App Store answered"
        case "taken": return "another server is asking it, or somebody cancelled it"
        case "bad_arguments": return "what was to be sent cannot be read"
        case "unknown_order": return "the App Store knows no such order"
        case "no_consent": return "the customer does not agree that Apple is told"
        case "too_late": return "Apple took no more answers"
        case "skipped": return "no answer is to be given"
        case "cut_off": return "a server ended while it asked: nobody knows whether it was done"
        case "not_extended": return "Apple did not do it: the period ends as before"
        case "answered_before": return "Apple has an answer already"
        case "made_good": return "it says that nothing was delivered, and it was made good since"
        case "delivered_since": return "it says that nothing was delivered, and it was since"
        case "taken_back_since": return "it says that it was delivered, and that was taken back since"
        case "decided": return "Apple decided meanwhile"
        case "rules_changed": return "it was prepared by older rules, and is prepared again"
        case "unknown_refund": return "nobody asked for such a refund"
        case "not_found": return "the App Store knows nothing of it"
        default: break
        }
        if let status = Int(code), (21000...21199).contains(status) {
            return CodeText(meaning: Codes.receiptStatus(status)).brief
        }
        if code.hasPrefix("http_"), let status = Int(code.dropFirst(5)) {
            return CodeText(meaning: Codes.httpStatus(status)).brief
        }
        return Codes.meanings(of: code).first.map { CodeText(meaning: $0).brief } ?? code
    }
}

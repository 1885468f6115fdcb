package import JSONValues
import Purchases

/// Says what a simulator did: a line for people, an object for programs.
extension SimulatorEvent {
    /// A line.
    package var words: String {
        switch self {
        case .notification(let delivery, let result):
            let name = [delivery.type, delivery.subtype].compactMap { $0 }.joined(separator: "/")
            let about = delivery.account.map { " about \($0)" } ?? ""
            let tries = delivery.attempt > 1 ? ", try \(delivery.attempt)" : ""
            return "tells \(name)\(about)\(tries): \(SimulatorEvent.words(result))"
        case .request(let request, let status):
            return "the app sends \(request.path): \(status.map { String($0) } ?? "no answer")"
        case .asked(let method, let path, let environment, let status, let isBroken):
            let answer = isBroken ? "the answer breaks" : String(status)
            return "is asked \(method) \(path) (\(environment.rawValue)): \(answer)"
        case .act(let words): return "does \(words)"
        }
    }

    /// An object with the same facts.
    package var json: JSONValue {
        switch self {
        case .notification(let delivery, let result):
            .members([
                "event": .string("notification"), "type": .string(delivery.type),
                "subtype": .text(delivery.subtype),
                "version": .integer(Int64(delivery.version.rawValue)),
                "account": .text(delivery.account?.rawValue),
                "uuid": .text(delivery.uuid), "attempt": .integer(Int64(delivery.attempt)),
                "at": .string(delivery.at.description), "result": .string(SimulatorEvent.words(result)),
            ])
        case .request(let request, let status):
            .members([
                "event": .string("app_request"), "path": .string(request.path), "status": .whole(status),
            ])
        case .asked(let method, let path, let environment, let status, let isBroken):
            .members([
                "event": .string("asked"), "method": .string(method), "path": .string(path),
                "environment": .string(environment.rawValue), "status": .whole(status),
                "broken": .bool(isBroken),
            ])
        case .act(let words): .object(["event": .string("act"), "words": .string(words)])
        }
    }

    private static func words(_ result: DeliveryResult) -> String {
        switch result {
        case .answered(let status): String(status)
        case .timedOut: "no answer in time"
        case .unreachable: "nobody answers"
        }
    }
}

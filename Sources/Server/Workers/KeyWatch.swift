import AppStoreClient
import Persistence
import Purchases

/// Raises one alarm when Apple does not know our key or our secret, and ends it when a question is answered again.
struct KeyWatch: Sendable {
    let carrier: AnswerCarrier
    let appStore: AppStoreAsker

    /// Looks how the places stand that are asked, after questions went there.
    func look(at now: Instant) async throws {
        let standing = await appStore.standing()
        for (interface, cause, code) in [
            (AppStorePlace.Interface.server, Circuit.Cause.unauthorized, "app_store_unauthorized"),
            (.receipts, .wrongSecret, "wrong_secret"),
        ] {
            let places = standing.filter { $0.place.interface == interface }
            let refused = places.first { KeyWatch.isRefused($0, because: cause) }
            if let refused {
                let detail = refused.place.environment.rawValue
                _ = try await carrier.run { store, agent in
                    try store.raiseServerAlarm(code, detail: detail, by: agent, at: now)
                }
            } else if KeyWatch.areWell(places) || !appStore.access.canAsk(interface) {
                _ = try await carrier.run { store, agent in
                    try store.endServerAlarm(code, by: agent, at: now)
                }
            }
        }
    }

    private static func isRefused(_ standing: AppStoreStanding, because cause: Circuit.Cause) -> Bool {
        if case .refused(_, cause) = standing.admission { true } else { false }
    }

    /// Whether a question was answered since the start and none is held back: until then nothing says that it is mended.
    private static func areWell(_ places: [AppStoreStanding]) -> Bool {
        places.contains { $0.lastAnswer != nil } && places.allSatisfy { $0.admission == .open }
    }
}

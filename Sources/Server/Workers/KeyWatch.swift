import AppStoreClient
import Persistence
import Purchases

/// Raises one alarm when Apple does not know our key or our secret, or when the certificate of what answers is not
/// trusted, and ends it when a question is answered again. The three workers that ask Apple call it after their
/// questions.
struct KeyWatch: Sendable {
    let access: StoreAccess
    let appStore: AppStoreAsker

    /// Looks how the places stand that are asked, after questions went there.
    func look(at now: Instant) async throws {
        let statuses = await appStore.statuses()
        for (interfaces, cause, code) in KeyWatch.faults {
            let places = statuses.filter { interfaces.contains($0.place.interface) }
            let refused = places.first { KeyWatch.isRefused($0, because: cause) }
            if let refused {
                let detail = refused.place.environment.rawValue
                _ = try await access.run { store, agent in
                    try store.raiseServerAlarm(code, detail: detail, by: agent, at: now)
                }
            } else if KeyWatch.areWell(places) || !interfaces.contains(where: appStore.access.canAsk) {
                _ = try await access.run { store, agent in
                    try store.endServerAlarm(code, by: agent, at: now)
                }
            }
        }
    }

    /// The faults of ours that meet every question, where they do, and their alarms.
    private static let faults: [([AppStorePlace.Interface], Circuit.Cause, String)] = [
        ([.server], .unauthorized, "app_store_unauthorized"), ([.receipts], .wrongSecret, "wrong_secret"),
        ([.server, .receipts], .untrusted, "untrusted_certificate"),
    ]

    private static func isRefused(_ status: PlaceStatus, because cause: Circuit.Cause) -> Bool {
        if case .refused(_, cause) = status.admission { true } else { false }
    }

    /// Whether a question was answered since the start and none is held back: until then nothing says that it is mended.
    private static func areWell(_ places: [PlaceStatus]) -> Bool {
        places.contains { $0.lastAnswer != nil } && places.allSatisfy { $0.admission == .open }
    }
}

package import AppStoreClient
import Foundation
package import Purchases
import Synchronization

/// One simulated App Store for several who use it at once: the server that asks it, the people who buy, the clock.
package final class SharedAppStore: Sendable {
    private let world: Mutex<SimulatedWorld>

    package convenience init(_ apple: SimulatedAppStore) { self.init(SimulatedWorld(apple)) }

    /// Shares an App Store with its app and its people.
    package init(_ world: SimulatedWorld) { self.world = Mutex(world) }

    /// Does something with the App Store, alone.
    package func with<Value: Sendable>(
        _ work: (inout SimulatedAppStore) throws -> Value
    ) rethrows -> Value {
        try world.withLock { try work(&$0.apple) }
    }

    /// Does something with the App Store, its app and its people, alone.
    package func withWorld<Value: Sendable>(
        _ work: (inout SimulatedWorld) throws -> Value
    ) rethrows -> Value {
        try world.withLock { try work(&$0) }
    }

    /// Turns its clock, and says what is to be sent now.
    ///
    /// - Throws: what signing throws.
    package func advance(to moment: Instant) throws -> [Delivery] { try with { try $0.advance(to: moment) } }

    /// What a client needs to ask this App Store: its key, its secret, its app; the addresses are Apple's own unless
    /// others are named.
    ///
    /// - Throws: what is wrong with the key, which is a mistake of ours.
    package func access(
        serving environments: [AppStoreEnvironment] = [.production, .sandbox],
        addresses: AppStoreAddresses = .apple
    ) throws -> AppStoreAccess {
        let terms = with { $0.terms }
        return AppStoreAccess(
            bundleID: terms.bundleID,
            key: try AppStoreKey(
                pem: Secret(terms.key.pem), id: terms.key.keyID, issuerID: terms.key.issuerID),
            sharedSecret: Secret(terms.sharedSecret), environments: environments, addresses: addresses)
    }
}

/// Carries the server's questions to a simulated App Store in the same process, without a socket.
package struct InProcessTransport: AppStoreTransport {
    private let apple: SharedAppStore
    private let now: (@Sendable () -> Instant)?
    private let sleep: @Sendable (TimeLength) async throws -> Void

    /// A transport to an App Store.
    ///
    /// - Parameters:
    ///   - now: turns the App Store's clock with each question; nil leaves that to others.
    ///   - sleep: how slow answers wait; they come at once unless said otherwise.
    package init(
        to apple: SharedAppStore, now: (@Sendable () -> Instant)? = nil,
        sleep: @escaping @Sendable (TimeLength) async throws -> Void = { _ in }
    ) {
        (self.apple, self.now, self.sleep) = (apple, now, sleep)
    }

    /// Asks the App Store; whether production or the sandbox, the address tells.
    package func send(
        _ request: AppStoreHTTPRequest
    ) async throws(TransportError) -> AppStoreHTTPResponse {
        let question = SimulatorRequest(
            method: request.method, url: request.url, authorization: request.headers["authorization"],
            body: request.body ?? Data())
        let present = now?()
        let answer = apple.with { apple in
            if let present { apple.settle(at: present) }
            return apple.respond(to: question)
        }
        switch answer.defect {
        case .down?: throw .refused
        case .reset?, .half?: throw .reset
        case .slow(let milliseconds)?:
            do { try await sleep(TimeLength(Int64(milliseconds))) } catch { throw .cancelled }
        case nil: break
        }
        return AppStoreHTTPResponse(status: answer.status, headers: answer.headers, body: answer.body)
    }
}

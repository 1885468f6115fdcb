import Dispatch
import Purchases
import Synchronization
import Testing

@testable import Console

/// What runs when: reads supersede each other, writes never hold reads up.
@MainActor
struct EffectQueueTests {
    /// Requests that were performed, and a gate that holds writes up as a busy store does.
    private final class Log: Sendable {
        let performed = Mutex<[StoreRequest]>([])
        let gate = DispatchSemaphore(value: 0)

        func perform(_ request: StoreRequest) -> Answer {
            if request.isWrite || request == .search("a", at: Pages.now) { gate.wait() }
            performed.withLock { $0.append(request) }
            return .done("")
        }
    }

    @Test func aNewerQueryTakesThePlaceOfThoseThatWait() async {
        let log = Log()
        let (arrivals, continuation) = AsyncStream<EffectQueue.Arrival>.makeStream()
        let queue = EffectQueue(perform: { log.perform($0) }, deliver: { continuation.yield($0) })
        for text in ["a", "ab", "abc"] { queue.ask(.search(text, at: Pages.now), layer: 1) }
        log.gate.signal()
        var accepted: [StoreRequest] = []
        for await arrival in arrivals {
            if queue.accept(arrival) { accepted.append(arrival.request) }
            if queue.isIdle { break }
        }
        #expect(accepted == [.search("abc", at: Pages.now)])
        let performed = log.performed.withLock { $0 }
        #expect(performed.count == 2)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            StoreRequest.search("ab", at: Pages.now),
            .people(CustomersFilter(), after: nil, count: 1, at: Pages.now),
        ]) func aSearchThatIsOvertakenIsCancelled(by next: StoreRequest) async
    {
        let (arrivals, continuation) = AsyncStream<EffectQueue.Arrival>.makeStream()
        let queue = EffectQueue(
            perform: { request in
                while request.searchText == "a", !Task.isCancelled {}
                return .done("")
            }, deliver: { continuation.yield($0) })
        for request in [.search("a", at: Pages.now), next] { queue.ask(request, layer: 1) }
        var accepted: [StoreRequest] = []
        for await arrival in arrivals {
            if queue.accept(arrival) { accepted.append(arrival.request) }
            if queue.isIdle { break }
        }
        #expect(accepted == [next])
    }

    @Test func readsGoOnWhileAWriteWaits() async {
        let log = Log()
        let (arrivals, continuation) = AsyncStream<EffectQueue.Arrival>.makeStream()
        let queue = EffectQueue(perform: { log.perform($0) }, deliver: { continuation.yield($0) })
        let note = NoteDraft(customer: People.zoe.id, text: "x")
        queue.ask(.note(note, at: Pages.now), layer: 1)
        queue.ask(.customer(People.zoe.id, at: Pages.now), layer: 1)
        var order: [StoreRequest.Kind] = []
        for await arrival in arrivals {
            let isNew = queue.accept(arrival)
            #expect(isNew)
            order.append(arrival.request.kind)
            if arrival.request.kind == .customer { log.gate.signal() }
            if queue.isIdle { break }
        }
        #expect(order == [.customer, .write])
    }
}

import Dispatch
import Foundation
import Persistence
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
            if request.isWrite || request == Self.search("a") { gate.wait() }
            performed.withLock { $0.append(request) }
            return .done
        }

        static func search(_ text: String) -> StoreRequest { .read(SearchQuery(text), at: Pages.now) }
    }

    @Test func aNewerQueryTakesThePlaceOfThoseThatWait() async {
        let log = Log()
        let (arrivals, continuation) = AsyncStream<StoreRequest>.makeStream()
        let queue = EffectQueue(
            perform: { log.perform($0) }, deliver: { _, request, _ in continuation.yield(request) })
        for text in ["a", "ab", "abc"] { queue.ask(Log.search(text), layer: 1) }
        log.gate.signal()
        var accepted: [StoreRequest] = []
        for await arrival in arrivals {
            if queue.finish(arrival, layer: 1) { accepted.append(arrival) }
            if queue.isIdle { break }
        }
        #expect(accepted == [Log.search("abc")])
        let performed = log.performed.withLock { $0 }
        #expect(performed.count == 2)
    }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            StoreRequest.read(SearchQuery("ab"), at: Pages.now),
            .read(CustomersQuery(CustomersFilter(), limit: 1), at: Pages.now),
        ]) func aSearchThatIsOvertakenIsCancelled(by next: StoreRequest) async
    {
        let (arrivals, continuation) = AsyncStream<StoreRequest>.makeStream()
        let queue = EffectQueue(
            perform: { request in
                while request == Log.search("a"), !Task.isCancelled { sched_yield() }
                return .done
            }, deliver: { _, request, _ in continuation.yield(request) })
        for request in [Log.search("a"), next] { queue.ask(request, layer: 1) }
        var accepted: [StoreRequest] = []
        for await arrival in arrivals {
            if queue.finish(arrival, layer: 1) { accepted.append(arrival) }
            if queue.isIdle { break }
        }
        #expect(accepted == [next])
    }

    @Test(.timeLimit(.minutes(30))) func whatACancelledSearchFoundIsNoAnswerToItsTextTypedAgain() async {
        let log = Log()
        let (arrivals, continuation) = AsyncStream<StoreRequest>.makeStream()
        let queue = EffectQueue(
            perform: { request in
                let isFirst = log.performed.withLock { performed in
                    performed.append(request)
                    return performed.count == 1
                }
                while isFirst, !Task.isCancelled { sched_yield() }
                return .done
            }, deliver: { _, request, _ in continuation.yield(request) })
        for text in ["a", "ab", "a"] { queue.ask(Log.search(text), layer: 1) }
        var accepted: [StoreRequest] = []
        for await arrival in arrivals {
            if queue.finish(arrival, layer: 1) { accepted.append(arrival) }
            if queue.isIdle { break }
        }
        #expect(accepted == [Log.search("a")])
    }

    @Test func readsGoOnWhileAWriteWaits() async {
        let log = Log()
        let (arrivals, continuation) = AsyncStream<StoreRequest>.makeStream()
        let queue = EffectQueue(
            perform: { log.perform($0) }, deliver: { _, request, _ in continuation.yield(request) })
        let note = StoreRequest.Write.keepCustomer(People.zoe.id, .note("x"))
        queue.ask(.write(note, at: Pages.now), layer: 1)
        queue.ask(.read(CustomerQuery(People.zoe.id), at: Pages.now), layer: 1)
        var writes: [Bool] = []
        for await arrival in arrivals {
            let isNew = queue.finish(arrival, layer: 1)
            #expect(isNew)
            writes.append(arrival.isWrite)
            if !arrival.isWrite { log.gate.signal() }
            if queue.isIdle { break }
        }
        #expect(writes == [false, true])
    }
}

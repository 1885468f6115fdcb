import TerminalCore
import Testing

/// What waits is taken out in batches; who wants to end does not wait for it.
@Suite struct EventQueueTests {
    @Test func whatWaitsIsOneBatchInOrder() async {
        let queue = EventQueue()
        let events: [Event] = [.key("a"), .paste("b"), .resize(Size(columns: 1, rows: 1)), .wakeup]
        for event in events { queue.post(event) }
        #expect(await queue.next() == events)
    }

    @Test func aReaderWaits() async {
        let queue = EventQueue()
        let reading = Task { await queue.next() }
        queue.post(.key("x"))
        #expect(await reading.value == [.key("x")])
    }

    @Test func aBatchEnds() async {
        let queue = EventQueue()
        for _ in 0..<EventQueue.batchLimit + 1 { queue.post(.key("x")) }
        #expect(await queue.next()?.count == EventQueue.batchLimit)
        #expect(await queue.next() == [.key("x")])
    }

    @Test func theEndComesAfterWhatWaited() async {
        let queue = EventQueue()
        queue.post(.key("x"))
        queue.finish()
        queue.post(.key("y"))
        #expect(await queue.next() == [.key("x")])
        #expect(await queue.next() == nil)
    }

    @Test(arguments: [Event.terminate, .hangup]) func whoeverAsksForTheEndComesFirst(_ end: Event) async {
        let queue = EventQueue()
        for _ in 0..<10_000 { queue.post(.key("x")) }
        queue.post(end)
        #expect(await queue.next()?.first == end)
    }

    @Test func controlCDiscardsABacklogOfInputAndNothingElse() async {
        let queue = EventQueue()
        queue.post(.wakeup)
        for _ in 0..<10_000 { queue.post(.key("x")) }
        queue.post(.key(.control("c")))
        queue.post(.key("y"))
        #expect(await queue.next() == [.wakeup, .key(.control("c")), .key("y")])
    }

    @Test func controlCAfterAFewKeysLosesNone() async {
        let queue = EventQueue()
        for key in ["a", "b"] as [Key] { queue.post(.key(key)) }
        queue.post(.key(.control("c")))
        #expect(await queue.next() == [.key("a"), .key("b"), .key(.control("c"))])
    }
}

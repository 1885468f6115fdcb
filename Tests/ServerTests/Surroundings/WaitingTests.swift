import Testing

@testable import Server

/// Whoever waits for something is told in time, whatever becomes of it.
struct WaitingTests {
    @Test func whatTakesTooLongIsNotWaitedFor() async {
        let (gate, opened) = AsyncStream.makeStream(of: Void.self)
        let (ends, ended) = AsyncStream.makeStream(of: Int.self)
        let result = await Waiting.result(within: .milliseconds(1)) {
            for await _ in gate { break }
            ended.yield(7)
            return 7
        }
        #expect(result == nil)
        // It goes on all the same.
        opened.yield()
        #expect(await ends.first { _ in true } == 7)
    }

    @Test func whatIsDoneInTimeIsAnswered() async {
        #expect(await Waiting.result(within: .seconds(3600)) { 7 } == 7)
        let nothing = await Waiting.result(within: .seconds(3600)) { Int?.none }
        #expect(nothing == .some(.none))
    }
}

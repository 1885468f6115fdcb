import CTerminal
import Dispatch
import Glibc
import TerminalCore

/// Reads a terminal on a thread of its own, so that what is typed is heard whatever the main actor does. `InputDecoder`
/// says what the bytes mean.
final class TerminalInput: @unchecked Sendable {
    // Everything that changes is touched on this queue only.
    private let queue = DispatchQueue(label: "makegood.terminal.input", qos: .userInteractive)
    private let terminal: Int32
    private let deliver: @Sendable (Event) -> Void
    private let source: any DispatchSourceRead
    private var decoder: InputDecoder
    private var timer: (any DispatchSourceTimer)?
    private var endings: (any DispatchSourceRead)?

    /// Reads from a descriptor at once, and hands over what it means.
    init(_ terminal: Int32, _ decoder: InputDecoder, deliver: @escaping @Sendable (Event) -> Void) {
        (self.terminal, self.decoder, self.deliver) = (terminal, decoder, deliver)
        source = DispatchSource.makeReadSource(fileDescriptor: terminal, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        source.activate()
    }

    /// Also hears who asks the process to end; each such signal is a byte of the descriptor.
    func hearEndings(from descriptor: Int32) {
        guard descriptor >= 0 else { return }
        queue.sync {
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { [deliver] in
                var number: UInt8 = 0
                guard Glibc.read(descriptor, &number, 1) == 1 else { return }
                deliver(Int32(number) == SIGHUP ? .hangup : .terminate)
            }
            source.activate()
            endings = source
        }
    }

    /// Reads no more.
    func close() {
        queue.sync {
            source.cancel()
            endings?.cancel()
            timer?.cancel()
            timer = nil
        }
    }

    private static var now: Int { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

    private func read() {
        guard !source.isCancelled else { return }
        let size = 65_536
        var end = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let result = Glibc.read(terminal, buffer.baseAddress, size)
            count = max(0, result)
            end = result == 0 || result < 0 && errno != EINTR && errno != EAGAIN
        }
        for event in decoder.decode(bytes, at: Self.now) { deliver(event) }
        // A closed terminal stays readable for ever: stop listening before it turns into a busy loop.
        if end || bytes.isEmpty && ct_is_hung_up(terminal) {
            source.cancel()
            deliver(.hangup)
        }
        wake(at: decoder.deadline)
    }

    /// Looks again at the deadline, when the decoder has to decide without further bytes.
    private func wake(at deadline: Int?) {
        timer?.cancel()
        timer = nil
        guard let deadline else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.expire() }
        timer.schedule(
            deadline: .now() + .milliseconds(max(1, deadline - Self.now)), leeway: .milliseconds(1))
        timer.activate()
        self.timer = timer
    }

    private func expire() {
        let now = Self.now
        guard let deadline = decoder.deadline else { return }
        // What came meanwhile waits in the terminal, and comes before the decision that nothing comes.
        if deadline <= now, !isReadable { for event in decoder.expire(at: now) { deliver(event) } }
        wake(at: decoder.deadline)
    }

    private var isReadable: Bool {
        var state = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLIN) != 0
    }
}

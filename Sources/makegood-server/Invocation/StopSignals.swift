import Foundation
import Synchronization

/// Hears the signals that end the program: the first one politely, the second at once.
final class StopSignals: Sendable {
    private struct Sources: @unchecked Sendable {
        let all: [any DispatchSourceSignal]
    }

    private let sources: Sources

    /// Calls `first` for the first SIGTERM or SIGINT.
    init(first: @escaping @Sendable () -> Void) {
        let count = SignalCount()
        let queue = DispatchQueue(label: "makegood.signals")
        sources = Sources(
            all: [SIGTERM, SIGINT].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler {
                    if count.next() == 1 { first() } else { _exit(128 + number) }
                }
                source.resume()
                return source
            })
    }

    /// Hears no more.
    func cancel() { for source in sources.all { source.cancel() } }
}

/// How many signals came.
private final class SignalCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

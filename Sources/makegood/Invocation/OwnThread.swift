import CTerminal

/// Runs what blocks on a thread of its own, so that the threads that tasks share stay free.
enum OwnThread {
    /// The result of some work; where no thread is to be had, the work is done all the same, here.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let errand = Unmanaged.passRetained(Errand { continuation.resume(returning: work()) })
            let isBegun = ct_run_on_thread(
                { subject in
                    if let subject { Unmanaged<Errand>.fromOpaque(subject).takeRetainedValue().work() }
                    return nil
                }, errand.toOpaque())
            if !isBegun { errand.takeRetainedValue().work() }
        }
    }

    /// What a thread is to do.
    private final class Errand: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}

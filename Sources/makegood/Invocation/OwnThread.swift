import Foundation

/// Runs what blocks on a thread of its own, so that the threads that tasks share stay free.
enum OwnThread {
    /// The result of some work.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}

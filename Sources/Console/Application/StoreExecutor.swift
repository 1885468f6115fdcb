import Dispatch

/// Runs tasks on threads of its own, because asking the store blocks and the cooperative pool never waits.
final class StoreExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "makegood.console.reads", attributes: .concurrent)

    /// Runs a piece of a task as soon as a thread is free.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

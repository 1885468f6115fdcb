import Persistence

/// A store whose statements are recorded.
struct RecordedStore {
    /// The store.
    let store: Store
    private let recorder: StatementRecorder

    /// Opens the store at a path.
    init(at path: String) throws {
        let recorder = StatementRecorder()
        self.recorder = recorder
        store = try StatementRecorder.$current.withValue(recorder) { try Store.open(at: path) }
    }

    /// The statements of some work.
    func record(_ work: (Store) throws -> Void) rethrows -> [StatementRecorder.Statement] {
        _ = recorder.take()
        try work(store)
        return recorder.take()
    }
}

/// Does several things at once, but never more than so many.
struct Crew: Sendable {
    let atOnce: Int

    /// Does something with each; answers what they say, in no order, nil left out. An error of one keeps no other from
    /// being done: the first error is thrown once all are.
    func run<Element: Sendable, Word: Sendable>(
        _ elements: [Element], _ work: @escaping @Sendable (Element) async throws -> Word?
    ) async throws -> [Word] {
        let outcome = await withTaskGroup(of: Result<Word?, any Error>.self) { tasks in
            var (waiting, words, error) = (elements.makeIterator(), [Word](), (any Error)?.none)
            func next() {
                guard !Task.isCancelled, let element = waiting.next() else { return }
                tasks.addTask {
                    do { return .success(try await work(element)) } catch { return .failure(error) }
                }
            }
            for _ in 0..<atOnce { next() }
            for await done in tasks {
                switch done {
                case .success(let word): if let word { words.append(word) }
                case .failure(let thrown): error = error ?? thrown
                }
                next()
            }
            return (words, error)
        }
        if let error = outcome.1 { throw error }
        try Task.checkCancellation()
        return outcome.0
    }
}

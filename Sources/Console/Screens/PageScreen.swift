import Persistence

/// A screen that shows the answer to one question. Most are a ``ListScreen`` or a ``SubjectScreen``.
protocol PageScreen: Screen {
    associatedtype Question: StoreQuery

    /// Takes the page that answers the question as it was asked, which may be asked otherwise by now.
    mutating func receive(
        _ page: Question.Page, to question: Question, in context: ConsoleContext
    ) -> [Effect]

    /// Notices that the question was not answered; why stands on the message line, unless it is a ``QuietQuery``.
    mutating func miss(_ question: Question, because failure: StoreFailure, in context: ConsoleContext)

    /// Takes what anything else led to: a deed, or a question beside its own.
    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect]
}

extension PageScreen {
    mutating func receive(_ answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect]
    {
        if let found = answer.answered(Question.self) {
            return receive(found.page, to: found.query, in: context)
        }
        if case .failed(let failure) = answer, case .read(let query, _) = request,
            let question = query as? Question
        {
            miss(question, because: failure, in: context)
            return []
        }
        return receive(other: answer, to: request, in: context)
    }

    /// What is shown stays.
    mutating func miss(_ question: Question, because failure: StoreFailure, in context: ConsoleContext) {}

    /// It does nothing, and asks nothing else.
    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] { [] }
}

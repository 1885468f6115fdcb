import Persistence
import Purchases

/// `RequestRefusal` and `BatchRefusal` in words: leads decide both.
extension ErrorText {
    /// Why a request is not decided.
    func words(of refusal: RequestRefusal, about request: RequestID) -> ErrorWords {
        switch refusal {
        case .own:
            ErrorWords(
                what: "request \(request) is your own",
                inConsole: "another lead decides it; x takes it back",
                onCommandLine: "another lead decides it; `makegood request withdraw \(request)` takes it back"
            )
        case .sameSession(let asker):
            ErrorWords(
                what: "request \(request) was asked as \(asker) in the login that decides it now",
                onCommandLine: "another lead decides it, in a login of their own")
        case .decided(let state, let agent, let at):
            ErrorWords(
                what: "request \(request) was \(state.rawValue) by \(agent) at \(reader.moment(at))",
                inConsole: "nothing was changed", onCommandLine: "see `makegood request show \(request)`")
        case .unfit(let why):
            ErrorWords(
                what: "request \(request) cannot be carried out any more, \(what(of: why))",
                inConsole: "decline it, or ask who asked for another",
                onCommandLine: "decline it with `makegood decline \(request) --note …`")
        }
    }

    /// Why a batch is not made, carried out or taken back.
    func words(of refusal: BatchRefusal) -> ErrorWords {
        switch refusal {
        case .empty:
            ErrorWords(
                what: "there is no customer to make good for", inConsole: "look at who is left out, and why",
                onCommandLine: "`makegood bulk preview` says who is left out, and why")
        case .tooLarge(let limit):
            ErrorWords(
                what: "a batch has at most \(limit) tickets", inConsole: "choose fewer",
                onCommandLine: "choose fewer with --query")
        case .waits(let batch, let request):
            ErrorWords(
                what: "batch \(batch) waits for a second lead\(request.map { ", request \($0)" } ?? "")",
                inConsole: "another lead decides it",
                onCommandLine:
                    "another lead decides it\(request.map { " with `makegood approve \($0)`" } ?? "")")
        case .ended(let batch, let state):
            ErrorWords(
                what: "batch \(batch) is \(state.title)", inConsole: "nothing was changed",
                onCommandLine:
                    "see `makegood bulk show \(batch)`; `makegood revoke` ends a grant with a reason")
        }
    }
}

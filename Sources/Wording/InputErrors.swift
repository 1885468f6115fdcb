import Persistence
import Purchases

/// `NeededInput` and `InvalidInput` in words: what a person left out, and what they said that makes no sense.
/// Both are in `Persistence/Errors`: a new case there needs its words here.
extension ErrorText {
    /// What has to be said.
    func words(of input: NeededInput) -> ErrorWords {
        switch input {
        case .reason(let act): words(ofReasonFor: act)
        case .note(let act): words(ofNoteFor: act)
        case .quantity:
            ErrorWords(
                what: "resolving as credited needs how many were credited",
                inConsole: "say it in the field Quantity", onCommandLine: "say it with --quantity")
        case .ticket:
            ErrorWords(
                what: "only a ticket says how much was lost", inConsole: "choose the ticket",
                onCommandLine: "name it with --ticket")
        case .confirmation(.erasing(let customer)):
            ErrorWords(
                what: "that is not \(customer), so nobody was erased",
                inConsole: "type \(customer) once more",
                onCommandLine: "give --confirm \(customer) to erase that person for good")
        case .confirmation(.replacing(let name)):
            ErrorWords(
                what: "nobody said that \(name) is to be replaced",
                onCommandLine: "say it with `--confirm \(name)`")
        }
    }

    private func words(ofReasonFor act: NeededInput.Explained) -> ErrorWords {
        let field = "say why in the field Reason"
        let option = "say why with --reason"
        return switch act {
        case .attaching:
            ErrorWords(what: "attaching needs a reason", inConsole: field, onCommandLine: option)
        case .erasing:
            ErrorWords(what: "a person is erased for a reason", inConsole: field, onCommandLine: option)
        case .revealing:
            ErrorWords(
                what: "personal data is shown for a reason", inConsole: field,
                onCommandLine: "say why with --reveal")
        case .revoking:
            ErrorWords(
                what: "ending a grant needs a reason", inConsole: "choose one",
                onCommandLine: "give one with --reason")
        case .skipping:
            ErrorWords(what: "passing a ticket over needs a reason", inConsole: field, onCommandLine: option)
        case .answering: ErrorWords(what: "a reason is needed", inConsole: field, onCommandLine: option)
        }
    }

    private func words(ofNoteFor act: NeededInput.Noted) -> ErrorWords {
        let field = "say why in the field Note"
        let option = "say why with --note"
        return switch act {
        case .otherReason:
            ErrorWords(what: "the reason other needs a note", inConsole: field, onCommandLine: option)
        case .declining: ErrorWords(what: "declining needs a note", inConsole: field, onCommandLine: option)
        case .reopening: ErrorWords(what: "reopening needs a note", onCommandLine: "say why")
        case .ending(let end):
            ErrorWords(
                what: "resolving as \(end.rawValue) needs a note", inConsole: field, onCommandLine: option)
        }
    }

    /// What makes no sense.
    func words(of input: InvalidInput) -> ErrorWords {
        switch input {
        case .login:
            ErrorWords(what: "that is no login", onCommandLine: "use letters, digits and . _ - @")
        case .keyName:
            ErrorWords(
                what: "that can be no name of an API key",
                onCommandLine: "use letters, digits and .-_, at most 100")
        case .customer:
            ErrorWords(what: "that is no customer's name", onCommandLine: "give the app's own id")
        case .email(let text): ErrorWords(what: "\(text) is no address", onCommandLine: "give one with an @")
        case .token(let text):
            ErrorWords(what: "\(text) is no UUID", onCommandLine: "give the app_account_token as a UUID")
        case .order(let order):
            ErrorWords(
                what: "\(order) is no order id", onCommandLine: "it begins with M, as on the invoice")
        case .storefront(let text):
            ErrorWords(
                what: "'\(text)' is no code of a storefront",
                inConsole: "Apple's codes have three letters, such as DEU (ISO 3166-1 alpha-3)",
                onCommandLine: "give --storefront three letters, such as DEU (ISO 3166-1 alpha-3)")
        case .cursor(let text):
            ErrorWords(what: "\(text) is no cursor", onCommandLine: "take it from the page before")
        case .fileName(let path):
            ErrorWords(what: "\(path) names no file", onCommandLine: "name the file that is to be made")
        case .template(let problem): words(of: problem)
        case .emptySecret:
            ErrorWords(what: "the secret is empty", onCommandLine: "give it on standard input")
        case .emptyNote: ErrorWords(what: "the note is empty", onCommandLine: "write something")
        case .namelessView: ErrorWords(what: "the view has no name", onCommandLine: "give it a name")
        case .value(let setting, let problem):
            ErrorWords(
                what: what(of: problem, inValueOf: setting.rawValue),
                onCommandLine: "see `makegood settings show`")
        case .noList(let setting):
            ErrorWords(
                what: "\(setting.rawValue) holds one value", onCommandLine: "use `makegood settings set`")
        case .extensionLength(let days):
            ErrorWords(
                what: reader.words(of: .badLength(days: days)),
                inConsole: "choose 1 to \(ExtensionRule.lengths.upperBound) days",
                onCommandLine: "give --days 1 to \(ExtensionRule.lengths.upperBound)")
        case .tooManyChains(let limit):
            ErrorWords(
                what: "at most \(limit) chains are asked about one by one",
                inConsole: "choose everybody who has the product",
                onCommandLine: "name a --product to extend everybody who has it")
        case .end(let end):
            ErrorWords(
                what: "a ticket cannot be resolved as \(end.rawValue)",
                onCommandLine: end == .madeGood
                    ? "grant something with the ticket, which resolves it" : "the facts alone find that")
        case .quantityWithoutCredit:
            ErrorWords(
                what: "a quantity belongs to what was credited", inConsole: "leave the field Quantity empty",
                onCommandLine: "leave --quantity out")
        case .otherWithoutDuplicate:
            ErrorWords(
                what: "only a duplicate names another ticket",
                inConsole: "leave the field Duplicate of empty", onCommandLine: "leave --of out")
        case .chargeInFuture(let at):
            ErrorWords(
                what: "the charge cannot be in the future, \(reader.moment(at))",
                onCommandLine: "give the day of the charge")
        case .waitInPast(let at):
            ErrorWords(
                what: "a ticket cannot wait until a moment in the past, \(reader.moment(at))",
                inConsole: "give a later moment", onCommandLine: "give a later moment with --until")
        }
    }

    private func words(of problem: ReplyTemplate.Problem) -> ErrorWords {
        switch problem {
        case .empty:
            ErrorWords(
                what: "the answer says nothing",
                onCommandLine: "write one, or take the shipped one with `makegood policy template reset`")
        case .tooLong(let limit):
            ErrorWords(
                what: "the answer has more than \(limit) characters", onCommandLine: "write less")
        case .unknown(let placeholder):
            ErrorWords(
                what: "there is no placeholder {\(placeholder)}",
                onCommandLine:
                    "use \(Counting.any(ReplyPlaceholder.allCases.map { "{\($0.rawValue)}" }))")
        case .unpaired(let sign):
            ErrorWords(
                what: "\(sign) has no partner in the answer",
                onCommandLine:
                    "write placeholders as {name}, and what may be left out with them as [ for {product}]")
        }
    }

    private func what(of problem: InvalidInput.Problem, inValueOf setting: String) -> String {
        switch problem {
        case .noEnvironment: "\(setting) needs at least one environment"
        case .unknownEnvironment(let environment):
            "“\(environment.rawValue)” is not an environment for \(setting): use Production or Sandbox"
        case .badPart(let part): "“\(part)” is not a value for \(setting)"
        case .noAddress: "\(setting) must be an http or https address"
        case .secretInAddress:
            "\(setting) must have no name and no password in its address: everybody would see them"
        case .badCode: "\(setting) takes words of lower-case letters, digits and _"
        case .noChoice(let choices): "\(setting) must be one of \(choices.joined(separator: ", "))"
        case .outside(let range):
            "\(setting) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .nothing: "\(setting) needs a value"
        }
    }
}

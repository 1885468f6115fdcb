import ArgumentParser
import Foundation
import JSONAnswers
import JSONValues
import Persistence
import Wording

/// Ends a command honestly: its exit code, and one line that says what happened and what to do.
enum Failure {
    /// Does some work and leaves with its exit code, or with that of the error it ended in.
    ///
    /// `deed` is what the work has done when it returns, for the case that its answer cannot be written.
    static func exiting(
        isJSON: Bool, deed: @autoclosure () -> String? = nil, _ work: () throws -> ExitCode
    ) throws {
        let code = try saying(isJSON: isJSON, work)
        // Not as JSON: it would have to go where nothing can be written.
        try saying(isJSON: false) { try StandardOutput.requireArrived(after: deed()) }
        if code != .success { throw code }
    }

    /// Does some work; an error is said, and becomes its exit code.
    static func saying<Value>(isJSON: Bool, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch { throw said(error, isJSON: isJSON) }
    }

    /// Says an error; the answer is the exit code for it, or the error itself where the parser says it.
    static func said(_ error: any Error, isJSON: Bool) -> any Error {
        let failure: CommandError
        switch error {
        case let error as CommandError: failure = error
        case let error as StoreError: failure = CommandError(error)
        case is ExitCode, is ValidationError, is CleanExit: return error
        default:
            // Not 1, which for some commands is an answer.
            failure = CommandError(
                .unavailable, "something unexpected failed (\(error.localizedDescription))",
                remedy: "run `makegood doctor`")
        }
        report(code: failure.code.rawValue, message: failure.description, isJSON: isJSON)
        return ExitCode(failure.code.exitCode)
    }

    /// Says what went wrong.
    static func report(code: String, message: String, isJSON: Bool) {
        Output.note("makegood: \(message)")
        guard isJSON else { return }
        Output(isJSON: true).answer(.object(["error": ["code": code, "message": message]]), [])
    }
}

extension ExitCode {
    /// The answer is no.
    static let no = ExitCode(1)
    /// It waits for a lead.
    static let filed = ExitCode(2)
    /// What was named does not exist.
    static let notFound = ExitCode(3)
    /// Somebody else was first.
    static let conflict = ExitCode(5)
    /// Some input was not understood; the rest is in.
    static let someRejected = ExitCode(65)
}

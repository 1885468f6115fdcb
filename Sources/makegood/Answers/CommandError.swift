import Persistence
import Purchases
import Wording

/// Why a command did not do what it was asked, and what to do about it, in the command line's own words.
struct CommandError: Error, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
    let code: StoreError.Code
    /// What happened and what to do, on one line.
    let description: String

    /// A failure of what the command line itself does: reading arguments and files, writing answers.
    init(_ code: StoreError.Code, _ what: String, remedy: String) {
        (self.code, description) = (code, "\(what): \(remedy)")
    }

    /// A failure of the store, as the command line says it.
    init(_ error: StoreError) {
        (code, description) = (error.code, ErrorText.commandLine(error).line)
    }
}

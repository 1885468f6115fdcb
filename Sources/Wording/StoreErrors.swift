import Persistence
import Purchases

/// `StoreTrouble` in words.
extension ErrorText {
    /// What is the matter with the store as a whole.
    func words(of trouble: StoreTrouble) -> ErrorWords {
        switch trouble {
        case .busy(let holder):
            ErrorWords(
                what: holder.map { "the store is busy, process \($0) holds its lock" }
                    ?? "the store is busy, another process holds its lock",
                onCommandLine: "try again shortly")
        case .readOnly:
            ErrorWords(
                what: "this run writes nothing", inConsole: "leave, and open the console for writing",
                onCommandLine: "run it again without --read-only")
        case .newer(let version):
            ErrorWords(
                what:
                    "the store has schema version \(version), this program knows version \(StoreFormat.version)",
                inConsole: "leave, and open it with the newer program",
                onCommandLine: "use a newer makegood")
        case .older(let version):
            ErrorWords(
                what:
                    "the store has schema version \(version), this program reads version \(StoreFormat.version)",
                inConsole: "leave, and open it again",
                onCommandLine: "open it once without --read-only, which brings it up to date")
        case .diskFull:
            ErrorWords(
                what: "the disk is full",
                onCommandLine: "make room and try again; the last change was not made")
        case .memoryFull:
            ErrorWords(what: "the memory is full", onCommandLine: "end other programs, and try again")
        case .inMemory:
            ErrorWords(what: "a store in memory has no copy", onCommandLine: "make one on disk")
        case .pageHidden:
            ErrorWords(
                what: "this page is not shown to viewers", onCommandLine: "ask a lead for another role")
        case .rootsAreApples:
            ErrorWords(
                what: "this is a real store, which trusts Apple's roots alone",
                onCommandLine: "use --root on practice stores only")
        case .practiceEnvironment(let environment):
            ErrorWords(
                what: "\(environment.rawValue) is served by practice stores only",
                onCommandLine: "serve Production or Sandbox")
        case .unaudited:
            ErrorWords(
                what: "a write would have left no entry in the audit log",
                onCommandLine: "nothing was changed; report it")
        case .guarded(let message):
            ErrorWords(
                what: "the store's guards refused the change (\(message ?? "constraint"))",
                onCommandLine: "run `makegood doctor`")
        case .failed(let code):
            ErrorWords(
                what: code.map { "the store failed (\($0))" } ?? "the store failed",
                onCommandLine: "run `makegood doctor`")
        }
    }
}

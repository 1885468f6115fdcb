import ArgumentParser
import Purchases

/// The options that stand before or after every command.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: "The store's path (env MAKEGOOD_STORE; default $XDG_DATA_HOME/makegood/store.sqlite).",
        completion: .file())
    var store: String?

    @Flag(help: "Write one JSON document to standard output; words go to standard error.")
    var json = false

    @Flag(help: "Write nothing in this run.")
    var readOnly = false

    @Option(help: "Practice stores only: act as the listed agent NAME.", completion: .agents)
    var agent: String?

    @Option(help: "Practice stores only: take TIME (RFC 3339) as the present.", transform: TimeArgument.parse)
    var now: Instant?
}

import AppStore
import ArgumentParser
import Persistence

/// Copies the store while others write.
struct BackupCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Make a consistent copy of the store while others write.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "Where the copy goes; nothing is overwritten.", completion: .file()) var path: String

    var deed: String? { "the copy was made" }

    func run(in invocation: Invocation) throws -> ExitCode {
        // A copy takes personal data out, which a run that writes nothing could not note.
        guard !invocation.store.isReadOnly else { throw StoreError.readOnly }
        try invocation.store.backup(to: path, by: invocation.agent)
        invocation.output.answer(.object(["backup": .string(path)]), ["copied the store to \(path)"])
        return .success
    }
}

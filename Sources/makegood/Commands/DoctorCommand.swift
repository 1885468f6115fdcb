import ArgumentParser
import Persistence

/// Checks the store's health.
struct DoctorCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the store's health; exits with 1 on an error.")

    @OptionGroup var global: GlobalOptions

    func run(in invocation: Invocation) throws -> ExitCode {
        let findings = try invocation.store.doctor(at: invocation.now)
        invocation.output.answer(.findings(findings), Wording.findings(findings))
        return findings.contains { $0.level == .error } ? .no : .success
    }
}

import AppStore
import ArgumentParser
import Persistence
import Purchases

/// Makes an empty store.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make an empty store; who runs it becomes its first lead.")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "A store to practise on: people may act as others and at other times.") var practice = false
    @Option(
        help: "The environments whose purchases give access, separated by commas (default Production).",
        completion: .environments)
    var serve: [String] = []
    @Option(name: .customLong("bundle-id"), help: "An app whose documents are taken in (any, unless named).")
    var bundleIDs: [String] = []
    @Option(name: .customLong("app-apple-id"), help: "The app's number in App Store Connect.")
    var appAppleIDs: [Int64] = []

    func run() async throws {
        try Failure.exiting(isJSON: global.json, deed: "the store was made") {
            guard !global.readOnly else { throw StoreError.readOnly }
            if !practice, global.agent != nil || global.now != nil {
                throw StoreError(
                    .refused, "a real store knows who you are and what time it is",
                    remedy: "use --agent and --now with --practice only")
            }
            let path = StorePath.of(global.store)
            let environments = serve.flatMap { $0.split(separator: ",") }.map {
                AppStoreEnvironment(rawValue: String($0))
            }
            let lead = global.agent.map(AgentName.init) ?? Login.current
            let store = try Store.create(
                at: path, practice: practice, serves: environments.isEmpty ? [.production] : environments,
                bundleIDs: bundleIDs.map(BundleID.init), appAppleIDs: appAppleIDs, by: lead,
                at: global.now ?? Clock.now)
            try store.close()
            Output(isJSON: global.json).answer(
                .object(["store": .string(path), "practice": .bool(practice), "lead": .id(lead)]),
                ["made \(practice ? "a practice store" : "a store") at \(path); its first lead is \(lead)"])
            return .success
        }
    }
}

import Foundation

/// Where the bench keeps its stores, and where programs are.
struct StorePlace {
    private let population: BenchPopulation

    /// The place of a population's store.
    init(_ population: BenchPopulation) { self.population = population }

    /// The path in the user's cache folder, which is made; another population or generator has another.
    func path() throws -> String {
        let values = ProcessInfo.processInfo.environment
        let base = values["XDG_CACHE_HOME"] ?? (values["HOME"] ?? "/tmp") + "/.cache"
        let folder = base + "/makegood-bench"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let name = [
            String(population.customers), String(population.transactions), "s\(population.seed)",
            "v\(BenchPopulation.version)",
        ]
        return "\(folder)/\(name.joined(separator: "-")).sqlite"
    }

    /// The path of a program beside this one.
    static func programBeside(_ name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: name).path
    }
}

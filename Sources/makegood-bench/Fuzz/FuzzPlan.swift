import AppStoreTesting
import ArgumentParser
import Foundation

/// What is read, and for how long.
struct FuzzPlan: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read with this target only; may be repeated (default: all of them).", valueName: "name"))
    var target: [String] = []
    @Option(help: "The number of the first damaged document.") var seed: UInt64 = 0
    @Option(help: "How many damaged documents each target reads.") var iterations = 1000
    @Option(help: "Read for so many seconds in all instead.") var seconds: Int?
    @Option(help: ArgumentHelp("Damage this file too, or the files in this folder.", valueName: "path"))
    var corpus: [String] = []

    func validate() throws {
        guard iterations >= 0, seconds ?? 1 > 0 else {
            throw ValidationError("--iterations takes a number from 0, --seconds one above 0.")
        }
    }

    /// The targets that are named, with the files of the corpus.
    func targets() throws -> [FuzzTarget] {
        let (all, files) = (try FuzzTarget.all, try files())
        if let stranger = target.first(where: { name in !all.contains { $0.name == name } }) {
            throw ValidationError("'\(stranger)' is no target: \(all.map(\.name).joined(separator: ", ")).")
        }
        return all.filter { target.isEmpty || target.contains($0.name) }.map { target in
            var target = target
            target.add(files)
            return target
        }
    }

    /// The same plan for one target as arguments of another process.
    func arguments(for target: String, from seed: UInt64, seconds: Int?) -> [String] {
        ["--target", target, "--seed", String(seed), "--iterations", String(iterations)]
            + (seconds.map { ["--seconds", String($0)] } ?? []) + corpus.flatMap { ["--corpus", $0] }
    }

    private func files() throws -> [[UInt8]] {
        try corpus.flatMap(FuzzPlan.paths).map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
    }

    private static func paths(_ path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ValidationError("\(path) does not exist.")
        }
        guard isFolder.boolValue else { return [path] }
        return try FileManager.default.subpathsOfDirectory(atPath: path).sorted().map { path + "/" + $0 }
            .filter {
                FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
            }
    }
}

package import Foundation
import JSONValues
package import Purchases
import YAMLTexts
import Yams

/// A day that is written down: who comes, and what goes wrong when.
///
/// ```yaml
/// speed: 1                  # how much periods are shortened
/// grace_days: 16            # 0, 3, 16 or 28
/// notifications: [v2]       # v1, v2 or both
/// bundle_id: com.example.tea
/// app_apple_id: 1234567890
/// customers_per_hour: 60    # 0 for nobody but those you send
/// customers: 200            # at most
/// faults:                   # times in seconds after the start
///   - {kind: down, from: 600, until: 1200}
///   - {kind: receipt, value: 21005, side: verify_receipt, from: 600, share: 0.3}
/// ```
package struct Scenario: Sendable {
    package var terms: ShopTerms
    /// The habits of its people; nil for nobody.
    package var habits: ShopLife.Habits?
    private var faults: [JSONValue] = []

    /// A day without anybody, and without faults.
    package init(seed: UInt64 = 1) { terms = ShopTerms(seed: seed) }

    /// Reads a scenario.
    ///
    /// - Throws: `ScenarioProblem`.
    package init(yaml: String, seed: UInt64 = 1) throws {
        self.init(seed: seed)
        let loaded: Any?
        do { loaded = try YAMLText.compose(yaml, nodeLimit: 10_000)?.any } catch {
            throw ScenarioProblem("the scenario is no YAML")
        }
        guard let members = loaded as? [String: Any] else {
            throw ScenarioProblem("the scenario is no mapping")
        }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) { try take(key, value) }
        // What is wrong with a fault is said before the day begins.
        _ = try plan(from: .earliest)
    }

    private mutating func take(_ key: String, _ value: Any) throws {
        switch key {
        case "speed": terms.speed = try whole(value, key, 1...1_000_000)
        case "grace_days": terms.graceDays = try whole(value, key, 0...28)
        case "bundle_id": terms.bundleID = BundleID(try text(value, key))
        case "app_apple_id": terms.appAppleID = Int64(try whole(value, key, 1...Int(Int32.max) * 1000))
        case "notifications":
            terms.versions = Set(
                try (value as? [Any] ?? [value]).map { word in
                    switch word as? String {
                    case "v1": NoticeVersion.v1
                    case "v2": NoticeVersion.v2
                    default: throw ScenarioProblem("notifications are v1, v2 or both")
                    }
                })
        case "customers_per_hour":
            var habits = habits ?? ShopLife.Habits()
            habits.customersPerHour = Double(try whole(value, key, 0...100_000))
            self.habits = habits
        case "customers":
            var habits = habits ?? ShopLife.Habits()
            habits.customerLimit = try whole(value, key, 0...1_000_000)
            self.habits = habits
        case "faults":
            guard let list = value as? [Any] else { throw ScenarioProblem("faults is a list") }
            faults = try list.map(Scenario.json)
        default: throw ScenarioProblem("there is no key \(key)")
        }
    }

    /// What goes wrong on a day that begins at a moment.
    package func plan(from start: Instant) throws -> FaultPlan {
        do { return FaultPlan(try faults.map { try FaultReader($0, from: start).fault() }) } catch {
            throw ScenarioProblem(String(describing: error))
        }
    }

    /// The world of a day that begins at a moment.
    ///
    /// - Throws: `ScenarioProblem`, or what the making of certificates throws.
    package func world(at start: Instant) throws -> SimulatedWorld {
        var apple = try SimulatedAppStore(terms, at: start)
        apple.faults = try plan(from: start)
        return SimulatedWorld(apple, life: habits.map { ShopLife($0, seed: terms.seed, from: start) })
    }

    private func whole(_ value: Any, _ key: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = value as? Int, range.contains(number) else {
            throw ScenarioProblem("\(key) is a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func text(_ value: Any, _ key: String) throws -> String {
        guard let text = value as? String, !text.isEmpty else { throw ScenarioProblem("\(key) is a text") }
        return text
    }

    private static func json(_ value: Any) throws -> JSONValue {
        switch value {
        case let flag as Bool: .bool(flag)
        case let number as Int: .integer(Int64(number))
        case let number as Double: .number(number)
        case let text as String: .string(text)
        case let list as [Any]: .array(try list.map(json))
        case let members as [String: Any]: .object(try members.mapValues(json))
        default: throw ScenarioProblem("the scenario holds a value that is not understood")
        }
    }
}

/// Why a scenario makes no sense.
package struct ScenarioProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ words: String) { description = words }
}

/// The files with which a server is pointed at a simulator; `SimulateCommand` writes them for a scenario's world.
package struct SimulatorFolder: Sendable {
    package let folder: URL

    package init(_ folder: URL) { self.folder = folder }

    /// The root certificate that a practice store must trust.
    package var root: URL { folder.appending(path: "root.pem") }
    /// The settings of the server.
    package var settings: URL { folder.appending(path: "server.yaml") }

    /// Writes root, key, secret and settings for a simulator at an address; what stood there is overwritten.
    ///
    /// - Throws: what writing throws.
    package func write(_ apple: SimulatedAppStore, at address: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = apple.terms.key
        try Data(apple.signer.rootPEM.utf8).write(to: root)
        try apple.signer.root.write(to: folder.appending(path: "root.der"))
        try writeSecret(key.pem, to: "AuthKey.p8")
        try writeSecret(apple.terms.sharedSecret + "\n", to: "shared-secret")
        let text = """
            # A server that asks the simulator at \(address) instead of Apple. For practice stores only.
            root: root.pem
            app_store:
              bundle_id: \(apple.terms.bundleID)
              issuer_id: \(key.issuerID)
              key_id: \(key.keyID)
              key_file: AuthKey.p8
              shared_secret_file: shared-secret
              addresses:
                production_receipts: \(address)/production
                production_server: \(address)/production
                sandbox_receipts: \(address)/sandbox
                sandbox_server: \(address)/sandbox

            """
        try Data(text.utf8).write(to: settings)
    }

    /// Nobody else may read it, from its first byte on.
    private func writeSecret(_ text: String, to name: String) throws {
        let path = folder.appending(path: name).path
        try? FileManager.default.removeItem(atPath: path)
        let isMade = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        guard isMade else { throw CocoaError(.fileWriteUnknown) }
    }
}

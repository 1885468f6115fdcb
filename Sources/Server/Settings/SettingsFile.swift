import Foundation
import Purchases
import YAMLTexts
import Yams

/// Reads `server.yaml`, with what the environment says in its place.
///
/// A key `limits.connections` is `MAKEGOOD_SERVER_LIMITS_CONNECTIONS` there; a list has commas between its values.
package struct SettingsFile: Sendable {
    /// What the file says, by setting; a list is several texts, everything else one.
    private typealias Values = [ServerSetting: [String]]

    private let values: Values
    private let environment: [String: String]
    private let folder: URL?

    /// The settings in a file, if there is one, and in the environment.
    ///
    /// - Throws: `SettingsError`, with the line.
    package static func settings(
        at path: String?, environment: [String: String]
    ) throws -> ServerSettings {
        var (values, webhooks): (Values, [WebhookSettings]) = ([:], [])
        if let path { (values, webhooks) = try checked(path) }
        try check(environment)
        let reading = SettingsFile(
            values: values, environment: environment,
            folder: path.map { URL(filePath: $0).deletingLastPathComponent() })
        var settings = try reading.settings()
        settings.webhooks = webhooks.map { webhook in
            var webhook = webhook
            webhook.secretFiles = webhook.secretFiles.map(reading.path)
            return webhook
        }
        return settings
    }

    private func settings() throws -> ServerSettings {
        var settings = ServerSettings()
        if let text = text(.listen) {
            guard let address = ListenAddress(text) else {
                throw SettingsError("listen is \(text), which is no address: write it as 127.0.0.1:8080")
            }
            settings.listen = address
        }
        switch (file(.certificate), file(.key)) {
        case (let certificate?, let key?): settings.tls = TLSFiles(certificate: certificate, key: key)
        case (nil, nil): break
        default: throw SettingsError("tls needs both, certificate and key")
        }
        settings.root = file(.root)
        settings.unauthenticBytes =
            try whole(.unauthenticBytes, 0...(1 << 40)) ?? settings.unauthenticBytes
        settings.limits = try limits()
        settings.alarmsMayBePrivate = try flag(.alarmsMayBePrivate) ?? settings.alarmsMayBePrivate
        settings.appStore = appStore()
        return settings
    }

    private func limits() throws -> HTTPLimits {
        var limits = HTTPLimits()
        limits.bodyBytes = try whole(.bodyBytes, 1024...(64 << 20)) ?? limits.bodyBytes
        limits.bodiesAtOnce =
            try whole(.bodiesAtOnce, limits.bodyBytes...(1 << 40))
            ?? max(limits.bodiesAtOnce, limits.bodyBytes)
        limits.connections = try whole(.connections, 1...100_000) ?? limits.connections
        limits.requestTime =
            try whole(.requestSeconds, 1...600).map { .seconds(Int64($0)) } ?? limits.requestTime
        limits.idleTime =
            try whole(.idleSeconds, 1...3600).map { .seconds(Int64($0)) } ?? limits.idleTime
        if let rate = try decimal(.perKey) {
            limits.perKey = Ration(perSecond: rate, atOnce: max(1, rate * 4))
        }
        if let rate = try decimal(.perAddress) {
            limits.perAddress = Ration(perSecond: rate, atOnce: max(1, rate * 4))
        }
        if let proxies = list(.trustedProxies) {
            guard let trusted = TrustedProxies(proxies) else {
                throw SettingsError(
                    "trusted_proxies is not understood: write addresses or networks such as 10.0.0.0/8")
            }
            limits.proxies = trusted
        }
        return limits
    }

    private func appStore() -> AppStoreSettings? {
        var settings = AppStoreSettings()
        settings.bundleID = text(.bundleID).map(BundleID.init)
        settings.issuerID = text(.issuerID)
        settings.keyID = text(.keyID)
        settings.keyFile = file(.keyFile)
        settings.sharedSecretFile = file(.sharedSecretFile)
        settings.trustedCertificates = file(.trustedCertificates)
        for setting in ServerSetting.allCases where setting.place != nil {
            settings.addresses[setting] = text(setting)
        }
        return settings == AppStoreSettings() ? nil : settings
    }

    private func text(_ setting: ServerSetting) -> String? {
        environment[setting.variable] ?? values[setting]?.first
    }

    private func list(_ setting: ServerSetting) -> [String]? {
        environment[setting.variable].map { text in
            text.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespacesAndNewlines)
            }
        } ?? values[setting]
    }

    /// A file; its path begins at the folder of the settings.
    private func file(_ setting: ServerSetting) -> String? {
        text(setting).map(path)
    }

    private func path(_ path: String) -> String {
        guard let folder, !path.hasPrefix("/") else { return path }
        return folder.appending(path: path).path
    }

    private func whole(_ setting: ServerSetting, _ range: ClosedRange<Int>) throws -> Int? {
        guard let text = text(setting) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw SettingsError(
                "\(setting.rawValue) is \(text): it is a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    private func flag(_ setting: ServerSetting) throws -> Bool? {
        guard let text = text(setting) else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default: throw SettingsError("\(setting.rawValue) is \(text): it is true or false")
        }
    }

    private func decimal(_ setting: ServerSetting) throws -> Double? {
        guard let text = text(setting) else { return nil }
        guard let number = Double(text), number > 0, number < 1e9 else {
            throw SettingsError("\(setting.rawValue) is \(text): it is a number above 0")
        }
        return number
    }
}

extension SettingsFile {
    /// The values of a file, every key known and of its type.
    private static func checked(_ path: String) throws -> (values: Values, webhooks: [WebhookSettings]) {
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 1 << 20 else {
            throw SettingsError("\(path) cannot be read: check the path")
        }
        let node: Node?
        do {
            node = try YAMLText.compose(String(decoding: bytes, as: UTF8.self), nodeLimit: 10_000)
        } catch let excess as YAMLExcess {
            throw SettingsError("\(path)\(excess.line.map { ":\($0)" } ?? "") has \(excess.words)")
        } catch let error as YamlError {
            throw SettingsError("\(path) is no YAML (\(String(describing: error).prefix(200)))")
        }
        guard var node else { return ([:], []) }
        // Receivers have names of the operator's choice, which no list of keys has.
        let webhooks = try WebhookSection(file: path).receivers(takenFrom: &node)
        var values: Values = [:]
        try take(node, at: [], path, into: &values)
        return (values, webhooks)
    }

    private static func take(
        _ node: Node, at keys: [String], _ path: String, into values: inout Values
    ) throws {
        let name = keys.joined(separator: ".")
        let line = node.mark.map { ":\($0.line)" } ?? ""
        if let setting = ServerSetting(rawValue: name) {
            guard let texts = texts(in: node, setting.kind) else {
                throw SettingsError(
                    "\(path)\(line): \(name) is \(setting.kind == .list ? "a list" : "one value")")
            }
            values[setting] = texts
            return
        }
        guard keys.isEmpty || isSection(name) else {
            throw SettingsError("\(path)\(line): there is no setting \(name)\(nearest(name))")
        }
        // A section without anything in it.
        if case .scalar(let scalar) = node, ["", "~", "null"].contains(scalar.string) { return }
        guard case .mapping(let members) = node else {
            throw SettingsError(
                "\(path)\(line): \(keys.isEmpty ? "the file" : name) is a section with keys in it")
        }
        for (key, value) in members {
            guard let key = key.string else { throw SettingsError("\(path)\(line): a key is no text") }
            try take(value, at: keys + [key], path, into: &values)
        }
    }

    private static func isSection(_ name: String) -> Bool {
        ServerSetting.allCases.contains { $0.rawValue.hasPrefix(name + ".") }
    }

    private static func texts(in node: Node, _ kind: ServerSetting.Kind) -> [String]? {
        switch (kind, node) {
        case (.list, .sequence(let elements)):
            let texts = elements.compactMap { $0.scalar?.string }
            return texts.count == elements.count ? texts : nil
        case (.list, _): return nil
        case (_, .scalar(let scalar)): return [scalar.string]
        default: return nil
        }
    }

    /// Refuses a variable that is meant for the server and names nothing.
    private static func check(_ environment: [String: String]) throws {
        let known = Set(ServerSetting.allCases.map(\.variable))
        for name in environment.keys.sorted()
        where name.hasPrefix("MAKEGOOD_SERVER_") && !known.contains(name) {
            throw SettingsError("there is no setting \(name): unset it, or see docs/server.md")
        }
    }

    private static func nearest(_ name: String) -> String {
        let near = EditDistance.nearest(to: name, among: ServerSetting.allCases.map(\.rawValue).sorted())
        return near.isEmpty ? ": see docs/server.md" : ": did you mean \(near[0])?"
    }
}

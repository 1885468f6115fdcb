import Persistence
import Yams

/// The section `webhooks` of `server.yaml`: a receiver a key.
///
/// ```yaml
/// webhooks:
///   shop:
///     url: https://backend.example.com/makegood
///     secret_files: [webhook-secret-new, webhook-secret]
///     types: [entitlement.granted, entitlement.revoked]
///     allow_private: false
/// ```
struct WebhookSection {
    private static let section = "webhooks"
    private static let keys = WebhookKey.allCases.map(\.rawValue)
    private static let nameLimit = 40

    /// The file that it stands in.
    let file: String

    /// The receivers, by name, and the file without them.
    ///
    /// - Throws: `SettingsError`, with the line.
    func receivers(takenFrom root: inout Node) throws -> [WebhookSettings] {
        guard case .mapping(let members) = root,
            let found = members.first(where: { $0.key.string == WebhookSection.section })
        else { return [] }
        root = .mapping(
            Node.Mapping(
                members.filter { $0.key.string != WebhookSection.section }.map { ($0.key, $0.value) },
                members.tag, members.style, members.mark))
        if case .scalar(let scalar) = found.value, ["", "~", "null"].contains(scalar.string) { return [] }
        guard case .mapping(let receivers) = found.value else {
            throw SettingsError(
                "\(place(found.value)): webhooks is a section with a key for each receiver")
        }
        let settings = try receivers.map { try receiver($0.key, $0.value) }
        guard Set(settings.map(\.name)).count == settings.count else {
            throw SettingsError("\(place(found.value)): two receivers of webhooks have one name")
        }
        return settings.sorted { $0.name < $1.name }
    }

    private func receiver(_ key: Node, _ value: Node) throws -> WebhookSettings {
        guard let name = key.string, WebhookSection.isName(name) else {
            throw SettingsError(
                "\(place(key)): a receiver's name has small letters, digits and dashes, "
                    + "\(WebhookSection.nameLimit) at the most")
        }
        guard case .mapping(let members) = value else {
            throw SettingsError(
                "\(place(value)): webhooks.\(name) is a section with url and secret_files in it")
        }
        if let odd = members.first(where: { !WebhookSection.keys.contains($0.key.string ?? "") }) {
            throw SettingsError(
                "\(place(odd.key)): there is no setting webhooks.\(name).\(odd.key.string ?? "?"): there are "
                    + WebhookSection.keys.joined(separator: ", "))
        }
        guard let url = value[WebhookKey.url.rawValue]?.scalar?.string else {
            throw SettingsError("\(place(value)): webhooks.\(name).url is missing")
        }
        var settings = WebhookSettings(name: name, url: url)
        settings.secretFiles =
            try texts(value[WebhookKey.secretFiles.rawValue], "webhooks.\(name).secret_files") ?? []
        settings.types = try types(value[WebhookKey.types.rawValue], name)
        if let flag = value[WebhookKey.allowPrivate.rawValue] {
            guard let allowed = flag.bool else {
                throw SettingsError("\(place(flag)): webhooks.\(name).allow_private is true or false")
            }
            settings.allowsPrivate = allowed
        }
        return settings
    }

    private func types(_ node: Node?, _ name: String) throws -> Set<String>? {
        guard let node, let types = try texts(node, "webhooks.\(name).types") else { return nil }
        if let odd = types.first(where: { !WebhookType.all.contains($0) }) {
            throw SettingsError(
                "\(place(node)): nothing of type \(odd) is told: there are "
                    + WebhookType.all.joined(separator: ", "))
        }
        return Set(types)
    }

    private func texts(_ node: Node?, _ name: String) throws -> [String]? {
        guard let node else { return nil }
        let elements = node.sequence.map(Array.init) ?? [node]
        let texts = elements.compactMap { $0.scalar?.string }
        guard texts.count == elements.count else {
            throw SettingsError("\(place(node)): \(name) is a list")
        }
        return texts
    }

    private func place(_ node: Node) -> String { file + (node.mark.map { ":\($0.line)" } ?? "") }

    private static func isName(_ text: String) -> Bool {
        (1...nameLimit).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }
}

/// What may be said of a receiver of webhooks, by its key.
package enum WebhookKey: String, Hashable, Sendable, CaseIterable {
    case url
    case secretFiles = "secret_files"
    case types
    case allowPrivate = "allow_private"

    /// What it decides, in words for who runs the server.
    package var explanation: String {
        switch self {
        case .url: "Where it listens: https, to a host all of whose addresses are on the internet."
        case .secretFiles:
            "The files of its secrets, the newest first: one, or \(WebhookSettings.secretLimit) while one takes the "
                + "other's place."
        case .types: "Of what it is told; of everything where this is left out."
        case .allowPrivate: "Whether it may be inside, or speak plain HTTP: true or false."
        }
    }

    /// A value as it may stand in the file.
    package var example: String {
        switch self {
        case .url: "https://backend.example.com/makegood"
        case .secretFiles: "[webhook-secret]"
        case .types: "[\(WebhookType.all.prefix(2).joined(separator: ", "))]"
        case .allowPrivate: "false"
        }
    }
}

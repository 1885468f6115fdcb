import Foundation
package import TerminalCore

/// Finds themes: those of a folder first, then the five whose files in `themes/` are compiled in.
package struct ThemeLibrary: Sendable {
    /// The folder with a person's own `<name>.yaml` files, if there is one.
    package let folder: String?

    /// A library; without a folder it has the compiled-in themes only.
    package init(folder: String? = nil) {
        self.folder = folder
    }

    /// The names of the compiled-in themes.
    package static let builtInNames = ["default", "light", "high-contrast", "sixteen", "mono"]

    /// The theme that is right when nobody chose one.
    package static func defaultName(for depth: ColorDepth) -> String {
        switch depth {
        case .none, .monochrome: "mono"
        case .eight, .sixteen: "sixteen"
        case .indexed256, .trueColor: "default"
        }
    }

    /// The theme of a name or of a path that ends in `.yaml`, with everything it inherits.
    package func theme(_ name: String) throws(ThemeError) -> Theme {
        try theme(name, from: [])
    }

    /// The compiled-in theme that suits a terminal; a bare one should the source text be wrong.
    package static func builtIn(for depth: ColorDepth) -> Theme {
        do {
            return try ThemeLibrary().theme(defaultName(for: depth))
        } catch {
            return Theme(name: "plain", entries: [.selection: ThemeEntry(attributes: .reverse)])
        }
    }

    /// The built-in themes' files, as the build put them into the program.
    private static let builtIn: [String: [UInt8]] = [
        "default": PackageResources.default_yaml, "light": PackageResources.light_yaml,
        "high-contrast": PackageResources.high_contrast_yaml, "sixteen": PackageResources.sixteen_yaml,
        "mono": PackageResources.mono_yaml,
    ]

    private func theme(_ name: String, from seen: [String]) throws(ThemeError) -> Theme {
        let source = try source(name)
        guard !seen.contains(name) else {
            let way = (seen + [name]).joined(separator: " → ")
            throw ThemeError(
                file: source.file, problem: "the themes inherit from each other in a circle: \(way)",
                remedy: "Remove one “inherits”")
        }
        let document = try ThemeDocument(yaml: source.yaml, file: source.file)
        let own = Theme(name: document.name, entries: document.entries)
        guard let parent = document.parent else { return own }
        return own.inheriting(try theme(parent, from: seen + [name]))
    }

    private func source(_ name: String) throws(ThemeError) -> (yaml: String, file: String) {
        for path in paths(name) {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            guard let yaml = String(bytes: data, encoding: .utf8) else {
                throw ThemeError(file: path, problem: "the file is not UTF-8", remedy: "Save it as UTF-8")
            }
            return (yaml, path)
        }
        if let bytes = ThemeLibrary.builtIn[name] {
            return (String(decoding: bytes, as: UTF8.self), "\(name) (compiled in)")
        }
        throw ThemeError(
            file: paths(name).first ?? name, problem: "there is no theme “\(name)”",
            remedy: "Use \(Self.builtInNames.joined(separator: ", ")), or put the file there")
    }

    private func paths(_ name: String) -> [String] {
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return [name] }
        // A name never leads out of the folder.
        guard let folder, !name.contains("/"), !name.hasPrefix(".") else { return [] }
        return ["\(folder)/\(name).yaml"]
    }
}

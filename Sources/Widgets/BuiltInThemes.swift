/// The themes that need no file; a test holds each equal to its file in `themes/`.
enum BuiltInThemes {
    /// Every theme's name and YAML.
    static let all: [(name: String, yaml: String)] = [
        ("default", defaultTheme), ("light", light), ("high-contrast", highContrast), ("sixteen", sixteen),
        ("mono", mono),
    ]
}

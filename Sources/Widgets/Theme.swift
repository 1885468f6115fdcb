package import TerminalCore

/// Says how every scope looks. `ThemeLibrary` makes it of a file; a new scope is named below, and in the files.
package struct Theme: Hashable, Sendable {
    /// The name people choose it by.
    package let name: String
    private let entries: [StyleName: ThemeEntry]

    package init(name: String, entries: [StyleName: ThemeEntry]) {
        self.name = name
        self.entries = entries
    }

    /// How a scope looks: its own entry, else its nearest parent's, and what that leaves open as `text` says.
    package func style(_ scope: StyleName) -> Style {
        let base = entries[.text]?.style ?? .plain
        guard let entry = entry(scope) else { return base }
        return Style(
            foreground: entry.foreground ?? base.foreground, background: entry.background ?? base.background,
            attributes: entry.attributes)
    }

    /// How a scope looks on top of another, for example a status within a selected row.
    ///
    /// A base that names both its colours keeps them: only then is the text on it sure to be legible.
    package func style(_ scope: StyleName, over base: StyleName?) -> Style {
        guard let base else { return style(scope) }
        let lower = style(base)
        guard scope != .text, let entry = entry(scope, below: .text) else { return lower }
        if let under = self.entry(base), under.foreground != nil, under.background != nil {
            return Style(attributes: entry.attributes).over(lower)
        }
        return entry.style.over(lower)
    }

    /// The scopes this theme names itself.
    package var scopes: Set<StyleName> { Set(entries.keys) }

    /// This theme's entries laid over those of the theme it inherits.
    func inheriting(_ parent: Theme) -> Theme {
        Theme(name: name, entries: parent.entries.merging(entries) { _, own in own })
    }

    /// The scope's own entry or its nearest parent's, looked for up to `top` but not there.
    private func entry(_ scope: StyleName, below top: StyleName? = nil) -> ThemeEntry? {
        var candidate: StyleName? = scope
        while let current = candidate, current != top {
            if let entry = entries[current] { return entry }
            candidate = current.parent
        }
        return nil
    }
}

extension StyleName {
    /// Ordinary text, and what every other scope lies over.
    package static let text: StyleName = "text"
    /// Text of less weight: labels, hints, what is over.
    package static let dim: StyleName = "text.dim"
    /// Text of more weight.
    package static let strong: StyleName = "text.strong"
    /// Headings.
    package static let title: StyleName = "title"
    /// The line with product, store and role.
    package static let header: StyleName = "header"
    package static let tab: StyleName = "tab"
    /// The tab that is shown.
    package static let activeTab: StyleName = "tab.active"
    /// The way that led here.
    package static let breadcrumb: StyleName = "breadcrumb"
    /// The selected row.
    package static let selection: StyleName = "selection"
    /// The selected row of a pane without the focus.
    package static let inactiveSelection: StyleName = "selection.inactive"
    /// What a search found.
    package static let match: StyleName = "match"
    /// The heads of a table's columns.
    package static let columnHeader: StyleName = "table.header"
    /// A marked row.
    package static let marked: StyleName = "table.marked"
    /// Frames and lines.
    package static let border: StyleName = "border"
    /// The frame of the pane with the focus.
    package static let focusedBorder: StyleName = "border.focus"
    /// A key in footer and help.
    package static let key: StyleName = "key"
    package static let keyLabel: StyleName = "key.label"
    /// A command that is not possible now.
    package static let disabled: StyleName = "disabled"
    package static let money: StyleName = "money"
    /// Good news.
    package static let success: StyleName = "success"
    /// News that asks for care.
    package static let warning: StyleName = "warning"
    /// Bad news.
    package static let error: StyleName = "error"
    /// That this store is made up for practice.
    package static let practiceBanner: StyleName = "banner.practice"
    /// That nothing can be changed here.
    package static let readOnlyBanner: StyleName = "banner.readonly"
    /// A field of a form.
    package static let field: StyleName = "field"
    /// The field with the focus.
    package static let focusedField: StyleName = "field.focus"
    /// The label of a field.
    package static let fieldLabel: StyleName = "field.label"
    /// What a field expects, while it is empty.
    package static let placeholder: StyleName = "field.placeholder"
    /// A dialog's body.
    package static let dialog: StyleName = "dialog"
    /// A dialog's heading.
    package static let dialogTitle: StyleName = "dialog.title"
    /// A dialog over an act that cannot be undone.
    package static let dangerousDialog: StyleName = "dialog.danger"
    /// The done part of a progress bar.
    package static let progress: StyleName = "progress"
    /// The part of a bar that matters.
    package static let barSolid: StyleName = "chart.bar"
    /// The part of a bar that was seen to.
    package static let barDone: StyleName = "chart.done"
    /// The rest of a bar.
    package static let barRest: StyleName = "chart.rest"
    /// Columns over time.
    package static let chartLine: StyleName = "chart.line"
    /// The shades of a map of hours, the lightest first.
    package static let heat: [StyleName] = ["heat.1", "heat.2", "heat.3", "heat.4"]

    /// Every scope that a theme must know, the ones above and those of statuses, verdicts and coverage.
    package static let known: [StyleName] =
        [
            text, dim, strong, title, header, tab, activeTab, breadcrumb, selection, inactiveSelection, match,
            columnHeader, marked, border, focusedBorder, key, keyLabel, disabled, money, success, warning,
            error,
            practiceBanner, readOnlyBanner, field, focusedField, fieldLabel, placeholder, dialog, dialogTitle,
            dangerousDialog, progress,
        ]
        + ["active", "grace", "retry", "expired", "revoked", "upcoming"].map { StyleName("status.\($0)") }
        + ["yes", "no"].map { StyleName("verdict.\($0)") }
        + ["lost", "paid", "trial", "intro", "grace", "retry", "revoked", "granted", "bridged", "gap"].map {
            StyleName("coverage.\($0)")
        }
        + [barSolid, barDone, barRest, chartLine] + heat

    /// Every scope that a theme may name: the known ones, and those that they fall back to.
    package static let themable = Set(known + known.compactMap(\.parent))
}

/// The words that theme files use for colours.
enum ColorName {
    /// The sixteen names in the order of the palette.
    static let all = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
        "bright-black", "bright-red", "bright-green", "bright-yellow",
        "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
    ]

    /// The colour a word means; nil when it means none.
    static func color(_ word: String) -> Color? {
        if word == "default" { return .standard }
        if let number = all.firstIndex(of: word) { return .indexed(UInt8(number)) }
        if let number = UInt8(word) { return .indexed(number) }
        guard word.utf8.count == 7, word.first == "#",
            word.dropFirst().allSatisfy(\.isHexDigit), let value = UInt32(word.dropFirst(), radix: 16)
        else { return nil }
        return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    }
}

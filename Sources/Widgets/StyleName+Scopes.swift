public import TerminalCore

extension StyleName {
    /// Ordinary text, and what every other scope lies over.
    public static let text: StyleName = "text"
    /// Text of less weight: labels, hints, what is over.
    public static let dim: StyleName = "text.dim"
    /// Text of more weight.
    public static let strong: StyleName = "text.strong"
    /// Headings.
    public static let title: StyleName = "title"
    /// The line with product, store and role.
    public static let header: StyleName = "header"
    /// A tab.
    public static let tab: StyleName = "tab"
    /// The tab that is shown.
    public static let activeTab: StyleName = "tab.active"
    /// The way that led here.
    public static let breadcrumb: StyleName = "breadcrumb"
    /// The selected row.
    public static let selection: StyleName = "selection"
    /// The selected row of a pane without the focus.
    public static let inactiveSelection: StyleName = "selection.inactive"
    /// What a search found.
    public static let match: StyleName = "match"
    /// The heads of a table's columns.
    public static let columnHeader: StyleName = "table.header"
    /// A marked row.
    public static let marked: StyleName = "table.marked"
    /// Frames and lines.
    public static let border: StyleName = "border"
    /// The frame of the pane with the focus.
    public static let focusedBorder: StyleName = "border.focus"
    /// A key in footer and help.
    public static let key: StyleName = "key"
    /// What a key does.
    public static let keyLabel: StyleName = "key.label"
    /// A command that is not possible now.
    public static let disabled: StyleName = "disabled"
    /// Money.
    public static let money: StyleName = "money"
    /// Good news.
    public static let success: StyleName = "success"
    /// News that asks for care.
    public static let warning: StyleName = "warning"
    /// Bad news.
    public static let error: StyleName = "error"
    /// That this store is made up for practice.
    public static let practiceBanner: StyleName = "banner.practice"
    /// That nothing can be changed here.
    public static let readOnlyBanner: StyleName = "banner.readonly"
    /// A field of a form.
    public static let field: StyleName = "field"
    /// The field with the focus.
    public static let focusedField: StyleName = "field.focus"
    /// The label of a field.
    public static let fieldLabel: StyleName = "field.label"
    /// What a field expects, while it is empty.
    public static let placeholder: StyleName = "field.placeholder"
    /// A dialog's body.
    public static let dialog: StyleName = "dialog"
    /// A dialog's heading.
    public static let dialogTitle: StyleName = "dialog.title"
    /// A dialog over an act that cannot be undone.
    public static let dangerousDialog: StyleName = "dialog.danger"
    /// The done part of a progress bar.
    public static let progress: StyleName = "progress"

    /// Every scope that a theme must know, the ones above and those of statuses, verdicts and coverage.
    public static let known: [StyleName] =
        [
            text, dim, strong, title, header, tab, activeTab, breadcrumb, selection, inactiveSelection, match,
            columnHeader, marked, border, focusedBorder, key, keyLabel, disabled, money, success, warning,
            error,
            practiceBanner, readOnlyBanner, field, focusedField, fieldLabel, placeholder, dialog, dialogTitle,
            dangerousDialog, progress,
        ]
        + ["active", "grace", "retry", "expired", "revoked", "upcoming"].map { StyleName("status.\($0)") }
        + ["yes", "no"].map { StyleName("verdict.\($0)") }
        + ["lost", "paid", "trial", "intro", "grace", "retry", "revoked", "granted", "gap"].map {
            StyleName("coverage.\($0)")
        }

    /// Every scope that a theme may name: the known ones, and those that they fall back to.
    public static let themable = Set(known + known.compactMap(\.parent))
}

extension BuiltInThemes {
    /// The text of `themes/default.yaml`.
    static let defaultTheme = #"""
        # For dark terminals with 256 colours or more.
        name: default
        scopes:
          text: {}
          text.dim: { fg: "#9e9e9e" }
          text.strong: { bold: true }
          title: { fg: "#87d7ff", bold: true }
          header: { fg: "#d0d0d0", bg: "#303030" }
          tab: { fg: "#a8a8a8" }
          tab.active: { fg: "#87d7ff", bold: true, underline: true }
          breadcrumb: { fg: "#a8a8a8" }
          selection: { bg: "#102a78", bold: true }
          selection.inactive: { bg: "#303030" }
          match: { fg: "#ffd75f", underline: true }
          table.header: { fg: "#a8a8a8", underline: true }
          table.marked: { fg: "#ffd75f" }
          border: { fg: "#6c6c6c" }
          border.focus: { fg: "#87d7ff" }
          key: { fg: "#ffd75f", bold: true }
          key.label: { fg: "#bcbcbc" }
          disabled: { fg: "#9e9e9e", italic: true }
          status: { fg: "#bcbcbc" }
          status.active: { fg: "#87d787" }
          status.grace: { fg: "#ffd75f" }
          status.retry: { fg: "#ffaf5f" }
          status.expired: { fg: "#9e9e9e" }
          status.revoked: { fg: "#ff8787" }
          status.upcoming: { fg: "#87d7ff" }
          verdict.yes: { fg: "#87d787", bold: true }
          verdict.no: { fg: "#ff8787", bold: true }
          coverage: { fg: "#9e9e9e" }
          coverage.lost: { fg: "#ff8787", bold: true }
          coverage.paid: { fg: "#87d787" }
          coverage.trial: { fg: "#87d7ff" }
          coverage.intro: { fg: "#afafff" }
          coverage.grace: { fg: "#ffd75f" }
          coverage.retry: { fg: "#ffaf5f" }
          coverage.revoked: { fg: "#ff8787" }
          coverage.granted: { fg: "#d787ff" }
          coverage.gap: { fg: "#767676" }
          success: { fg: "#87d787" }
          warning: { fg: "#ffd75f" }
          error: { fg: "#ff8787", bold: true }
          money: { fg: "#ffd787" }
          banner: { bold: true }
          banner.practice: { fg: "#000000", bg: "#d7af5f", bold: true }
          banner.readonly: { fg: "#000000", bg: "#afafd7", bold: true }
          field: { bg: "#303030" }
          field.focus: { bg: "#102a78" }
          field.label: { fg: "#a8a8a8" }
          field.placeholder: { fg: "#9e9e9e", italic: true }
          dialog: {}
          dialog.title: { fg: "#87d7ff", bold: true }
          dialog.danger: { fg: "#ff8787", bold: true }
          progress: { fg: "#87d7ff" }

        """#
}

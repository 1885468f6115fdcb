extension BuiltInThemes {
    /// The text of `themes/mono.yaml`.
    static let mono = #"""
        # Attributes only: for NO_COLOR and terminals without colours.
        name: mono
        scopes:
          text: {}
          text.dim: { dim: true }
          text.strong: { bold: true }
          title: { bold: true }
          header: { reverse: true }
          tab.active: { bold: true, underline: true }
          selection: { reverse: true }
          selection.inactive: { underline: true }
          match: { underline: true }
          table.header: { underline: true }
          table.marked: { bold: true }
          border.focus: { bold: true }
          key: { bold: true }
          disabled: { dim: true }
          status.active: { bold: true }
          status.expired: { dim: true }
          verdict: { bold: true }
          coverage.gap: { dim: true }
          success: { bold: true }
          warning: { bold: true }
          error: { bold: true, underline: true }
          banner: { reverse: true, bold: true }
          field: { underline: true }
          field.focus: { reverse: true }
          field.placeholder: { dim: true }
          dialog.title: { bold: true }
          dialog.danger: { bold: true, underline: true }
          progress: { bold: true }

        """#
}

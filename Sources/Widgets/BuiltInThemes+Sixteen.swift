extension BuiltInThemes {
    /// The text of `themes/sixteen.yaml`.
    static let sixteen = #"""
        # For terminals with 8 or 16 colours: names only, so a person's own palette applies.
        name: sixteen
        scopes:
          text: {}
          text.dim: { dim: true }
          text.strong: { bold: true }
          title: { fg: cyan, bold: true }
          header: { reverse: true }
          tab.active: { fg: cyan, bold: true, underline: true }
          selection: { reverse: true }
          selection.inactive: { underline: true }
          match: { fg: yellow, underline: true }
          table.header: { underline: true }
          table.marked: { fg: yellow }
          border.focus: { fg: cyan }
          key: { fg: yellow, bold: true }
          disabled: { dim: true }
          status.active: { fg: green }
          status.grace: { fg: yellow }
          status.retry: { fg: yellow }
          status.expired: { dim: true }
          status.revoked: { fg: red }
          status.upcoming: { fg: cyan }
          verdict.yes: { fg: green, bold: true }
          verdict.no: { fg: red, bold: true }
          coverage.lost: { fg: red, bold: true }
          coverage.paid: { fg: green }
          coverage.trial: { fg: cyan }
          coverage.intro: { fg: blue }
          coverage.grace: { fg: yellow }
          coverage.retry: { fg: yellow }
          coverage.revoked: { fg: red }
          coverage.granted: { fg: magenta }
          coverage.gap: { dim: true }
          success: { fg: green }
          warning: { fg: yellow }
          error: { fg: red, bold: true }
          money: { fg: yellow }
          banner.practice: { fg: black, bg: yellow }
          banner.readonly: { fg: black, bg: cyan }
          field: { underline: true }
          field.focus: { reverse: true }
          field.placeholder: { dim: true }
          dialog.title: { fg: cyan, bold: true }
          dialog.danger: { fg: red, bold: true }
          progress: { fg: cyan }

        """#
}

extension BuiltInThemes {
    /// The text of `themes/high-contrast.yaml`.
    static let highContrast = #"""
        # Black, white and few strong colours; every difference is also an attribute.
        name: high-contrast
        scopes:
          text: { fg: "#ffffff", bg: "#000000" }
          text.strong: { bold: true }
          title: { bold: true, underline: true }
          header: { fg: "#000000", bg: "#ffffff", bold: true }
          tab.active: { reverse: true, bold: true }
          selection: { fg: "#000000", bg: "#ffff00", bold: true }
          selection.inactive: { underline: true }
          match: { fg: "#ffff00", bold: true, underline: true }
          table.header: { bold: true, underline: true }
          table.marked: { fg: "#ffff00", bold: true }
          border.focus: { fg: "#ffff00", bold: true }
          key: { fg: "#ffff00", bold: true }
          status.active: { fg: "#00ff00", bold: true }
          status.grace: { fg: "#ffff00", bold: true }
          status.retry: { fg: "#ffff00", bold: true }
          status.revoked: { fg: "#ff8080", bold: true }
          status.upcoming: { fg: "#00ffff" }
          verdict.yes: { fg: "#00ff00", bold: true, reverse: true }
          verdict.no: { fg: "#ff8080", bold: true, reverse: true }
          coverage.lost: { fg: "#ff8080", bold: true }
          coverage.paid: { fg: "#00ff00" }
          coverage.trial: { fg: "#00ffff" }
          coverage.intro: { fg: "#00ffff" }
          coverage.grace: { fg: "#ffff00" }
          coverage.retry: { fg: "#ffff00" }
          coverage.revoked: { fg: "#ff8080" }
          coverage.granted: { fg: "#ff80ff" }
          success: { fg: "#00ff00", bold: true }
          warning: { fg: "#ffff00", bold: true }
          error: { fg: "#ff8080", bold: true, underline: true }
          money: { bold: true }
          banner: { fg: "#000000", bg: "#ffff00", bold: true }
          field: { underline: true }
          field.focus: { fg: "#000000", bg: "#ffff00" }
          field.label: { bold: true }
          field.placeholder: { italic: true }
          dialog.title: { bold: true, underline: true }
          dialog.danger: { fg: "#ff8080", bold: true, underline: true }
          progress: { bold: true }

        """#
}

extension BuiltInThemes {
    /// The text of `themes/light.yaml`.
    static let light = #"""
        # For light terminals with 256 colours or more.
        name: light
        inherits: default
        scopes:
          text.dim: { fg: "#626262" }
          title: { fg: "#005f87", bold: true }
          header: { fg: "#303030", bg: "#dadada" }
          tab: { fg: "#585858" }
          tab.active: { fg: "#005f87", bold: true, underline: true }
          breadcrumb: { fg: "#585858" }
          selection: { bg: "#d7f0ff", bold: true }
          selection.inactive: { bg: "#eeeeee" }
          match: { fg: "#875f00", underline: true }
          table.header: { fg: "#585858", underline: true }
          table.marked: { fg: "#875f00" }
          border: { fg: "#8a8a8a" }
          border.focus: { fg: "#005f87" }
          key: { fg: "#875f00", bold: true }
          key.label: { fg: "#444444" }
          disabled: { fg: "#626262", italic: true }
          status: { fg: "#444444" }
          status.active: { fg: "#005f00" }
          status.grace: { fg: "#875f00" }
          status.retry: { fg: "#8f4700" }
          status.expired: { fg: "#626262" }
          status.revoked: { fg: "#af0000" }
          status.upcoming: { fg: "#005f87" }
          verdict.yes: { fg: "#005f00", bold: true }
          verdict.no: { fg: "#af0000", bold: true }
          coverage: { fg: "#626262" }
          coverage.lost: { fg: "#af0000", bold: true }
          coverage.paid: { fg: "#005f00" }
          coverage.trial: { fg: "#005f87" }
          coverage.intro: { fg: "#5f5faf" }
          coverage.grace: { fg: "#875f00" }
          coverage.retry: { fg: "#8f4700" }
          coverage.revoked: { fg: "#af0000" }
          coverage.granted: { fg: "#870087" }
          coverage.gap: { fg: "#767676" }
          success: { fg: "#005f00" }
          warning: { fg: "#875f00" }
          error: { fg: "#af0000", bold: true }
          money: { fg: "#5f5f00" }
          field: { bg: "#eeeeee" }
          field.focus: { bg: "#d7f0ff" }
          field.label: { fg: "#585858" }
          field.placeholder: { fg: "#626262", italic: true }
          dialog.title: { fg: "#005f87", bold: true }
          dialog.danger: { fg: "#af0000", bold: true }
          progress: { fg: "#005f87" }

        """#
}

/// The release that both programs are: `--version`, the pages of the manual, the package and `GET /health` say this one.
package enum Release {
    /// It, as it is shown.
    package static let text = "0.1.0"
}

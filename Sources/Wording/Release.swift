/// The release that both programs are: `--version`, the pages of the manual, the package and `GET /health` say this one.
public enum Release {
    /// It, as it is shown.
    public static let text = "0.1.0"
}

/// The program's release, which a server says of itself: consoles show which of several is the newer one.
enum Release {
    /// It, as it is shown.
    static let text = "0.1.0"
}

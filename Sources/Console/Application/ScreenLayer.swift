/// A screen of a stack, with the number by which answers find it.
struct ScreenLayer: Sendable {
    /// The number; never used again for another screen.
    let id: Int
    /// The screen.
    var screen: any Screen
    /// What was opened here; nil at the bottom of a tab.
    var destination: Route?
}

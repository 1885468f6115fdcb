import TerminalCore
import Widgets

/// What lies over all screens and takes every key.
enum Overlay: Equatable, Sendable {
    /// The keys of the place below.
    case help(HelpPanel)
    /// The commands of the place below.
    case palette(Palette)
    /// What can be copied from the screen below.
    case copy(CopyMenu)
    /// Whether typed words may be lost.
    case leaving(Leaving)

    /// Draws it over the body.
    func draw(in canvas: inout Canvas, theme: Theme) {
        switch self {
        case .help(let panel): panel.draw(in: &canvas, theme: theme)
        case .palette(let palette): palette.draw(in: &canvas, theme: theme)
        case .copy(let menu): menu.draw(in: &canvas, theme: theme)
        case .leaving(let question): question.dialog.draw(in: &canvas, theme: theme)
        }
    }
}

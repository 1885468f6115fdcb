public import TerminalCore

/// How far something is.
public struct ProgressBar: Hashable, Sendable {
    /// The part that is done, from 0 to 1.
    public let fraction: Double
    /// What is being done.
    public let label: String

    /// A bar; a fraction outside 0 to 1 is moved to the nearer end.
    public init(fraction: Double, label: String = "") {
        self.fraction = fraction.isNaN ? 0 : max(0, min(1, fraction))
        self.label = label
    }

    /// The bar of `done` things of `total`.
    public init(done: Int, total: Int, label: String = "") {
        self.init(fraction: total > 0 ? Double(done) / Double(total) : 0, label: label)
    }

    /// Draws label, bar and percentage on the first row.
    public func draw(in canvas: inout Canvas, theme: Theme) {
        let used =
            label.isEmpty
            ? 0 : canvas.draw(label, at: .zero, theme: theme, limit: canvas.size.columns / 2) + 1
        let width = canvas.size.columns - used - 5
        let percent = "\(Int(fraction * 100))%"
        if width > 0 {
            let done = Int(fraction * Double(width))
            let bar = Rectangle(column: used, row: 0, columns: width, rows: 1)
            canvas.fill(bar, with: canvas.glyphs.empty, style: theme.style(.dim))
            canvas.fill(
                Rectangle(column: used, row: 0, columns: done, rows: 1), with: canvas.glyphs.full,
                style: theme.style(.progress))
        }
        canvas.drawTrailing(StyledLine(percent), row: 0, theme: theme)
    }
}

/// A text made safe to draw: hostile or unpredictable scalars are replaced, and every grapheme has a width.
///
/// Controls become pictures (U+2400…), bidi overrides and invisible scalars vanish, at most three marks stay on
/// a base, emoji sequences keep their base, flags become their two letters, unknown scalars become U+FFFD.
/// `Canvas` draws nothing else; `ScalarWidth` says the widths.
package struct DisplayText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// What to draw, from left to right.
    package private(set) var graphemes: [Grapheme]

    /// The width of everything.
    package var columns: Int { graphemes.reduce(0) { $0 + $1.columns } }

    /// The text as it will appear.
    package var text: String { graphemes.map(\.text).joined() }

    /// The drawable form of any text.
    package init(_ text: some StringProtocol) {
        graphemes = Self.graphemes(of: String(text))
    }

    /// The drawable form of a literal.
    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// A text of graphemes that are drawable already.
    package init(graphemes: [Grapheme]) {
        self.graphemes = graphemes
    }

    /// The width of any text when drawn.
    package static func columns(of text: some StringProtocol) -> Int {
        // A list measures thousands of texts for a frame, and nearly all are of these alone.
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        return isPlain ? text.utf8.count : DisplayText(text).columns
    }

    /// The text cut at a grapheme to fit a width; `ellipsis` ends it when something was cut.
    package func truncated(to limit: Int, ellipsis: DisplayText = "…") -> DisplayText {
        guard columns > limit else { return self }
        guard ellipsis.columns <= limit else { return prefix(columns: limit) }
        return DisplayText(
            graphemes: prefix(columns: limit - ellipsis.columns).graphemes + ellipsis.graphemes)
    }

    /// As many graphemes from the left as fit a width.
    package func prefix(columns limit: Int) -> DisplayText {
        var used = 0
        let kept = graphemes.prefix { grapheme in
            used += grapheme.columns
            return used <= limit
        }
        return DisplayText(graphemes: Array(kept))
    }

    /// Not generic, because texts are measured and drawn thousands of times in a frame.
    private static func graphemes(of text: String) -> [Grapheme] {
        var builder = DisplayTextBuilder()
        for scalar in text.unicodeScalars { builder.append(scalar) }
        return builder.finished()
    }

    /// One text after the other.
    package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        DisplayText(graphemes: left.graphemes + right.graphemes)
    }
}

/// Turns scalars into graphemes, one after the other.
struct DisplayTextBuilder {
    /// How many marks a base keeps: curses stores five scalars in a cell, and nobody needs more.
    static let maximumMarks = 3
    /// The blank that keeps words together where lines are broken.
    private static let joint: Unicode.Scalar = "\u{A0}"

    private var graphemes: [Grapheme] = []
    private var base: Unicode.Scalar?
    private var marks: [Unicode.Scalar] = []
    private var followsJoiner = false

    /// Takes the next scalar; the first rule that fits it decides.
    mutating func append(_ scalar: Unicode.Scalar) {
        if Self.isPlain(scalar) { return add(base: scalar) }
        if let picture = Self.picture(of: scalar) { return add(base: picture) }
        // The zero-width joiner: an emoji behind it belongs to the one before.
        if scalar.value == 0x200D {
            followsJoiner = base?.isPictograph == true
            return
        }
        if Self.isInvisible(scalar) { return }
        if isContinuation(scalar) { return }
        followsJoiner = false
        if let letter = Self.flagLetter(scalar) { return add(base: letter) }
        switch ScalarWidth.columns(of: scalar) {
        case nil: add(base: "\u{FFFD}")
        case 0: add(mark: scalar)
        default: add(base: scalar)
        }
    }

    /// Everything taken so far.
    mutating func finished() -> [Grapheme] {
        close()
        return graphemes
    }

    /// Whether the scalar only decorates an emoji that is drawn already.
    private mutating func isContinuation(_ scalar: Unicode.Scalar) -> Bool {
        if followsJoiner, scalar.isPictograph {
            followsJoiner = false
            return true
        }
        return scalar.properties.isEmojiModifier && base?.isPictograph == true
    }

    private mutating func add(base scalar: Unicode.Scalar) {
        close()
        base = scalar
        followsJoiner = false
    }

    private mutating func add(mark: Unicode.Scalar) {
        // A mark without a letter is shown on a dotted circle, as character charts do.
        if base == nil { base = "\u{25CC}" }
        if marks.count < Self.maximumMarks { marks.append(mark) }
    }

    private mutating func close() {
        guard let base else { return }
        let isJoint = base == Self.joint
        var text = isJoint ? " " : String(base)
        if !marks.isEmpty {
            text.unicodeScalars.append(contentsOf: marks)
            marks.removeAll()
        }
        graphemes.append(Grapheme(text: text, columns: ScalarWidth.columns(of: base) ?? 1, isJoint: isJoint))
        self.base = nil
    }

    /// Whether it is drawn as it is: ASCII, Latin letters, frames and blocks, Chinese characters. Nearly all text is.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F, 0xC0..<0x2B0, 0x2500..<0x25A0, 0x4E00..<0x9FFD: true
        default: false
        }
    }

    /// The picture of a control (U+2400…), of a line's end, or of a control that has none (U+FFFD); nil for other
    /// scalars.
    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        case 0x85, 0x2028, 0x2029: "\u{2424}"
        case 0x80..<0xA0: "\u{FFFD}"
        default: nil
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xA0
            && (scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format)
    }

    /// The letter that half of a flag (a regional indicator) stands for.
    private static func flagLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
        return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
    }
}

extension Unicode.Scalar {
    /// Whether it is an emoji that may stand in a joined sequence, which digits are not.
    fileprivate var isPictograph: Bool { value > 0xFF && properties.isEmoji }
}

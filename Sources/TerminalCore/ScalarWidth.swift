/// How many columns a Unicode scalar takes on a terminal.
public enum ScalarWidth {
    /// 0, 1 or 2 columns; nil for controls and for scalars newer than Unicode 14, which nobody can predict.
    ///
    /// Agrees with glibc's `wcwidth`, which curses asks; `ScalarWidthTests` lists the exceptions.
    public static func columns(of scalar: Unicode.Scalar) -> Int? {
        let value = scalar.value
        if value < 0x7F { return value < 0x20 ? nil : 1 }
        if value < 0x300 { return value < 0xA0 ? nil : 1 }
        if value >= 0x4E00, value < 0x9FFD { return 2 }
        // Frames, blocks and marks: every screen has hundreds.
        if value >= 0x2500, value < 0x25FD { return 1 }
        guard isKnown(scalar) else { return nil }
        if contains(value, in: WidthRanges.zero) { return 0 }
        return contains(value, in: WidthRanges.wide) ? 2 : 1
    }

    private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
        // Line and paragraph separators move the cursor on some terminals.
        if scalar.value == 0x2028 || scalar.value == 0x2029 { return false }
        guard let age = scalar.properties.age, age.major <= 14 else { return false }
        switch scalar.properties.generalCategory {
        case .unassigned, .surrogate, .control: return false
        default: return true
        }
    }

    private static func contains(_ value: UInt32, in ranges: [UInt32]) -> Bool {
        var low = 0
        var high = ranges.count / 2
        while low < high {
            let middle = (low + high) / 2
            if value > ranges[2 * middle + 1] {
                low = middle + 1
            } else if value < ranges[2 * middle] {
                high = middle
            } else {
                return true
            }
        }
        return false
    }
}

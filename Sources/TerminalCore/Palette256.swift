/// The palette of 256 colours that xterm-like terminals share, and the way from any colour into it.
enum Palette256 {
    private static let basic: [(Int, Int, Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
        (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
        (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
    private static let levels = [0, 95, 135, 175, 215, 255]

    /// The red, green and blue of a palette number.
    static func color(_ number: UInt8) -> Color {
        let (red, green, blue) = components(Int(number))
        return .rgb(UInt8(red), UInt8(green), UInt8(blue))
    }

    /// The nearest entry of the cube or the greys, which no user redefines.
    static func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
        nearest((Int(red), Int(green), Int(blue)), in: 16..<256)
    }

    /// The nearest of the first 8 or 16 entries.
    static func nearest(red: UInt8, green: UInt8, blue: UInt8, among count: Int) -> UInt8 {
        nearest((Int(red), Int(green), Int(blue)), in: 0..<count)
    }

    private static func nearest(_ wanted: (Int, Int, Int), in range: Range<Int>) -> UInt8 {
        var best = (number: range.lowerBound, distance: Int.max)
        for number in range {
            let (red, green, blue) = components(number)
            let (dr, dg, db) = (red - wanted.0, green - wanted.1, blue - wanted.2)
            let distance = 3 * dr * dr + 4 * dg * dg + 2 * db * db
            if distance < best.distance { best = (number, distance) }
        }
        return UInt8(best.number)
    }

    private static func components(_ number: Int) -> (Int, Int, Int) {
        if number < 16 { return basic[number] }
        if number >= 232 {
            let grey = 8 + 10 * (number - 232)
            return (grey, grey, grey)
        }
        let cube = number - 16
        return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    }
}

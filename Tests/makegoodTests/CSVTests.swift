import Foundation
import Testing

@testable import makegood

/// Values that spreadsheets would misread are quoted or marked, and every text comes back as it was.
struct CSVTests {
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""),
        ("two\nlines", "\"two\nlines\""), ("two\r\nlines", "\"two\r\nlines\""),
        ("=1+1", "'=1+1"), ("+49", "'+49"), ("@home", "'@home"), ("", ""), ("山田", "山田"),
        ("-9.99", "-9.99"), ("-5", "-5"), ("-1+2", "'-1+2"), ("-", "'-"), ("-.5", "'-.5"), ("--1", "'--1"),
        (" =1+1", "' =1+1"), ("\u{A0}=1", "'\u{A0}=1"), ("\u{200B}@a", "'\u{200B}@a"),
        ("\u{2028}=1", "\"'\u{2028}=1\""), ("\u{FEFF} \u{3000}＝1", "'\u{FEFF} \u{3000}＝1"),
        ("\u{AD}+1", "'\u{AD}+1"), (" -5", " -5"), (" - 5", "' - 5"), (" a=1", " a=1"), (" ", " "),
        ("\t=1", "'\t=1"), ("\n=1", "\"'\n=1\""), ("＝1", "'＝1"), ("＠home", "'＠home"),
        ("\u{202E}=1+1", "'=1+1"), ("a\u{2066}b\u{2069}c", "abc"), ("\u{200F}سارة\u{061C}", "سارة"),
    ])
    func cell(_ text: String, _ written: String) {
        #expect(CSV.text([[text]]) == written + "\r\n")
    }

    /// Reads what RFC 4180 allows, by its own words: an independent reader.
    private func read(_ text: String) -> [[String]] {
        var (rows, row, cell, isQuoted) = ([[String]](), [String](), String.UnicodeScalarView(), false)
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch (isQuoted, scalar) {
            case (true, "\"") where rest.first == "\"":
                rest.removeFirst()
                cell.append(scalar)
            case (_, "\""): isQuoted.toggle()
            case (false, ","):
                row.append(String(cell))
                cell = String.UnicodeScalarView()
            case (false, "\r") where rest.first == "\n":
                rest.removeFirst()
                rows.append(row + [String(cell)])
                (row, cell) = ([], String.UnicodeScalarView())
            default: cell.append(scalar)
            }
        }
        return rows
    }

    /// What a cell is read back as: without turned directions and what a terminal would obey, and marked where it would be a formula.
    private func kept(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        let turning: Set<UInt32> = [
            0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
        ]
        scalars.append(
            contentsOf: text.unicodeScalars.filter {
                !turning.contains($0.value)
                    && ("\t\r\n".unicodeScalars.contains($0) || $0.properties.generalCategory != .control)
            })
        let plain = String(scalars)
        let seen = plain.unicodeScalars.drop {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
                || $0.properties.generalCategory == .format
        }
        let isNumber =
            String(seen).range(of: #"^-[0-9]+(\.[0-9]+)?\z"#, options: .regularExpression) != nil
        let isEdge = plain.unicodeScalars.first.map { "\t\r\n".unicodeScalars.contains($0) } ?? false
        let begins = seen.first.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
        return isEdge || begins && !isNumber ? "'" + plain : plain
    }

    @Test(arguments: 0..<20) func whatWasWrittenIsReadBack(_ seed: UInt64) {
        var random = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        let pieces = [
            "a", "0", "-", ".", "=", "+", "@", ",", "\"", "\"\"", "\r", "\n", "\r\n", "\t", " ", "'", "ü",
            "山",
            "＝", "－", "\u{202E}", "\u{2066}", "\u{200E}", "\u{061C}", "e\u{301}", "\u{2028}", "\u{85}",
            "\u{A0}", "\u{200B}",
            "\u{1B}[2J", "\"\u{301}", "",
        ]
        let rows = (0..<40).map { _ in
            (0..<3).map { _ in
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)]
                }.joined()
            }
        }
        let text = CSV.text(rows)
        #expect(
            read(text).map { $0.map { Array($0.unicodeScalars) } }
                == rows.map { $0.map { Array(kept($0).unicodeScalars) } }, "seed \(seed)")
    }

    /// The same numbers for the same seed.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}

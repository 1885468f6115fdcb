import Foundation
import Testing
import Widgets

@testable import TerminalCore

/// Every text of every theme is legible on everything it can stand on.
///
/// Source: WCAG 2.2, 1.4.3 (4.5:1 for text) and 1.4.11 (3:1 for lines and signs that stand beside words).
@Suite struct ContrastTests {
    /// What lies behind text: the page, rows, fields and dialogs.
    private static let bases: [StyleName] = [
        .text, .selection, .inactiveSelection, .field, .focusedField, .dialog, .header,
    ]
    /// Lines and the sign of a gap: no text, and only on the page.
    private static let lines: Set<StyleName> = [.border, "coverage.gap"]
    /// Themes that name colours by number, with the pages they are made for.
    private static let themes: [(name: String, pages: [Color])] = [
        ("default", [.rgb(0, 0, 0), .rgb(0x28, 0x2C, 0x34)]),
        ("light", [.rgb(255, 255, 255), .rgb(0xFD, 0xF6, 0xE3)]),
        ("high-contrast", [.rgb(0, 0, 0)]),
    ]

    @Test(arguments: themes.map(\.name), [ColorDepth.trueColor, .indexed256])
    func textIsLegibleEverywhere(_ name: String, _ depth: ColorDepth) throws {
        let theme = try ThemeLibrary().theme(name)
        let pages = try #require(Self.themes.first { $0.name == name }).pages
        for page in pages {
            let ink: Color = Self.luminance(page) > 0.5 ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
            for base in Self.bases {
                for scope in StyleName.known where !Self.lines.contains(scope) {
                    let style = theme.style(scope, over: base).reduced(to: depth)
                    let ratio = Self.ratio(style, page: page, ink: ink)
                    #expect(ratio >= 4.5, "\(scope) on \(base): \(ratio)")
                }
            }
        }
    }

    @Test(arguments: themes.map(\.name), [ColorDepth.trueColor, .indexed256])
    func linesAreSeen(_ name: String, _ depth: ColorDepth) throws {
        let theme = try ThemeLibrary().theme(name)
        let page = try #require(Self.themes.first { $0.name == name }).pages[0]
        let ink: Color = Self.luminance(page) > 0.5 ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
        for scope in Self.lines {
            let ratio = Self.ratio(theme.style(scope).reduced(to: depth), page: page, ink: ink)
            #expect(ratio >= 3, "\(scope): \(ratio)")
        }
    }

    /// Themes of names leave the look of a colour to the person's palette: only pairs that both sides name are theirs.
    @Test(arguments: ["sixteen", "mono"]) func whatIsNamedInPairsIsLegible(_ name: String) throws {
        let theme = try ThemeLibrary().theme(name)
        for scope in theme.scopes {
            let style = theme.style(scope)
            #expect(style.background == .standard || style.foreground != .standard, "\(scope)")
            guard style.background != .standard else { continue }
            #expect(Self.ratio(style, page: .rgb(0, 0, 0), ink: .rgb(255, 255, 255)) >= 4.5, "\(scope)")
        }
    }

    private static func ratio(_ style: Style, page: Color, ink: Color) -> Double {
        let front = luminance(style.foreground == .standard ? ink : style.foreground)
        let back = luminance(style.background == .standard ? page : style.background)
        return (max(front, back) + 0.05) / (min(front, back) + 0.05)
    }

    /// The relative luminance of WCAG 2.2.
    private static func luminance(_ color: Color) -> Double {
        switch color {
        case .standard: return 0
        case .indexed(let number): return luminance(Palette256.color(number))
        case .rgb(let red, let green, let blue):
            let parts = [red, green, blue].map { value in
                let part = Double(value) / 255
                return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
    }
}

import CKernel
import CTerminal
import Foundation
import Purchases
import TerminalCore

/// The system's clock; the only place that reads it.
enum Clock {
    /// The present, as the kernel has it: no library that was loaded before the C library moves it.
    static var now: Instant { Instant(milliseconds: ckernel_present_ms()) }

    /// The beginning of the present day in UTC.
    static var today: Instant {
        let day = TimeLength.days(1).count
        return Instant(milliseconds: now.milliseconds / day * day)
    }
}

/// Where a person's own themes are, and which signs the terminal can show.
enum ThemeFolder {
    /// The folder of a person's themes.
    ///
    /// Source: XDG Base Directory Specification, `XDG_CONFIG_HOME`.
    static var path: String {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        let asked = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (asked ?? home + "/.config") + "/makegood/themes"
    }

    /// Plain letters where MAKEGOOD_ASCII or a locale without UTF-8, as C, asks for them; else line drawing.
    static var glyphs: Glyphs {
        let isAsked = ProcessInfo.processInfo.environment["MAKEGOOD_ASCII"]?.isEmpty == false
        return isAsked || !ct_locale_asks_for_utf8() ? .ascii : .unicode
    }
}

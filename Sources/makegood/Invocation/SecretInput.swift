import Foundation
import Persistence

/// Reads a secret from standard input, unseen when a person types it.
enum SecretInput {
    /// The secret without the line's end.
    static func read() throws -> String {
        let line = isatty(STDIN_FILENO) == 1 ? unseen() : readLine(strippingNewline: true)
        guard let line, !line.isEmpty else {
            throw StoreError(.usage, "no secret was given", remedy: "write it to standard input")
        }
        return line
    }

    private static func unseen() -> String? {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return readLine(strippingNewline: true) }
        var quiet = settings
        quiet.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
        try? FileHandle.standardError.write(contentsOf: Data("secret: ".utf8))
        return readLine(strippingNewline: true)
    }
}

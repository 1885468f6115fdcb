import Foundation
public import TerminalCore
public import Testing

/// Compares frames with the `.screen` files of a folder.
public struct GoldenScreen: Sendable {
    /// The folder of the files.
    public let folder: String

    /// The files in `Screens` beside the test's own source file.
    public init(besides file: String = #filePath) {
        folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Screens").path
    }

    /// Fails the test unless the frame equals the file `<name>.screen`.
    ///
    /// With `RECORD_SCREENS=1` a file that differs is rewritten, and the test fails all the same, so that no
    /// recording run passes for a check.
    public func expect(
        _ grid: CellGrid, cursor: Position?, named name: String, theme: String = "default",
        legend: StyleLegend? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let actual = ScreenText(grid, cursor: cursor, theme: theme, legend: legend).text
        let path = "\(folder)/\(name).screen"
        let expected = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
            return record(actual, over: expected, path: path, sourceLocation)
        }
        guard let expected else {
            Issue.record(
                "There is no \(path). Record it with RECORD_SCREENS=1.\n\(actual)",
                sourceLocation: sourceLocation)
            return
        }
        guard expected != actual else { return }
        let difference = ScreenDifference(expected: expected, actual: actual, grid: grid)
        Issue.record(
            "\(name).screen differs.\nexpected:\n\(expected)\nactual:\n\(actual)\n\(difference.summary)",
            sourceLocation: sourceLocation)
    }

    /// Fails the test unless what was drawn equals the file `<name>.screen`.
    public func expect(
        _ canvas: Canvas, named name: String, theme: String = "default", legend: StyleLegend? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(
            canvas.grid, cursor: canvas.cursor, named: name, theme: theme, legend: legend,
            sourceLocation: sourceLocation)
    }

    private func record(_ actual: String, over old: String?, path: String, _ location: SourceLocation) {
        guard actual != old else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(actual.utf8).write(to: URL(fileURLWithPath: path))
            Issue.record(
                "Recorded \(path); it was:\n\(old ?? "missing")\nnow:\n\(actual)", sourceLocation: location)
        } catch {
            Issue.record("Could not record \(path): \(error)", sourceLocation: location)
        }
    }
}

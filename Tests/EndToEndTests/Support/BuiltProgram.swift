import Foundation

/// The program as it was built beside these tests.
enum BuiltProgram {
    /// The folder of build products, where the test bundle lies.
    static var folder: URL {
        let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let candidates = [bundle, Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
        return candidates.first {
            FileManager.default.isExecutableFile(atPath: $0.appending(path: "makegood").path)
        }
            ?? bundle
    }

    /// The executable.
    static var path: String { folder.appending(path: "makegood").path }
}

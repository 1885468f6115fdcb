import Foundation

/// What the program was started with.
///
/// Swift looks for it beside the environment, and finds nothing where a library changed that before the program began;
/// then the kernel still knows. An argument is never left out silently: `--store` says whose purchases are spoken of.
enum ProgramArguments {
    /// The arguments of this process without its name.
    static var present: [String] {
        let kernel = try? Data(contentsOf: URL(filePath: "/proc/self/cmdline"))
        return Array(whole(CommandLine.arguments, kernel: kernel ?? Data()).dropFirst())
    }

    /// Those that Swift found, else those that the kernel knows, each ended by a zero byte, where these are more.
    static func whole(_ found: [String], kernel: Data) -> [String] {
        let known = kernel.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        return known.count > found.count ? known.map { String(decoding: $0, as: UTF8.self) } : found
    }
}

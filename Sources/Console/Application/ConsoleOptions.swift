public import Purchases
public import TerminalCore

/// How a console is started.
public struct ConsoleOptions: Equatable, Sendable {
    /// What the store is called in the top line.
    public var storeName: String
    /// Whether the store is for practice.
    public var isPractice: Bool
    /// Whether this console writes nothing.
    public var isReadOnly: Bool
    /// Whether boxes and strips give way to lines of text, for screen readers.
    public var isPlain: Bool
    /// The environments whose purchases give access.
    public var environments: [AppStoreEnvironment]
    /// The signs that frames and marks are drawn with.
    public var glyphs: Glyphs
    /// How often the console looks at the clock by itself, in milliseconds; nil only when told to.
    public var tickMilliseconds: Int?

    /// Options of a console.
    public init(
        storeName: String, isPractice: Bool = false, isReadOnly: Bool = false, isPlain: Bool = false,
        environments: [AppStoreEnvironment] = [.production], glyphs: Glyphs = .unicode,
        tickMilliseconds: Int? = 1000
    ) {
        self.storeName = storeName
        self.isPractice = isPractice
        self.isReadOnly = isReadOnly
        self.isPlain = isPlain
        self.environments = environments
        self.glyphs = glyphs
        self.tickMilliseconds = tickMilliseconds
    }
}

/// An identifier that is an opaque string to us, as every identifier from the App Store is.
public protocol StringIdentifier: RawRepresentable, Hashable, Comparable, Codable, Sendable,
    CustomStringConvertible
where RawValue == String {
    /// Wraps a text as it came.
    init(_ rawValue: String)
}

extension StringIdentifier {
    /// Wraps a text as it came; every text is an identifier.
    public init(rawValue: String) { self.init(rawValue) }

    /// The identifier's text.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A text that nobody may see: a key, a password.
///
/// Whatever prints it (logs, errors, `dump`, interpolation) prints dots; it has no other way into a text than `use`.
package struct Secret: Sendable {
    private let text: String

    /// Guards a text.
    package init(_ text: String) { self.text = text }

    /// Hands the text to what needs it, most often to sign or to send.
    package func use<Value, Failure: Error>(
        _ work: (String) throws(Failure) -> Value
    ) throws(Failure) -> Value { try work(text) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What stands in its place.
    package var description: String { "•••" }
    /// What stands in its place.
    package var debugDescription: String { description }
    /// Without children: `dump` and debuggers show none.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

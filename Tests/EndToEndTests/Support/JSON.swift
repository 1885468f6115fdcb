import Foundation

/// A JSON document, looked into without ceremony: what is not there is null.
struct JSON {
    private let value: Any?

    /// Reads a text; fails the test when it is not one JSON document.
    init(_ text: String) throws {
        value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    private init(value: Any?) { self.value = value }

    /// The member of a name.
    subscript(_ name: String) -> JSON { JSON(value: (value as? [String: Any])?[name]) }

    /// The element at a place.
    subscript(_ index: Int) -> JSON { JSON(value: list.indices.contains(index) ? list[index].value : nil) }

    /// The elements of a list; empty for anything else.
    var list: [JSON] { (value as? [Any] ?? []).map { JSON(value: $0) } }

    /// The names of an object's members.
    var names: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }

    /// The text of a string.
    var text: String? { value as? String }

    /// A whole number.
    var number: Int? { value as? Int }

    /// A truth.
    var flag: Bool? { value as? Bool }
}

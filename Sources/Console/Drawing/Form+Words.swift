import Widgets

extension Form {
    /// What was typed into a field, with single blanks between words; nil when that is nothing.
    func words(_ id: String) -> String? {
        let text = value(id).split(separator: " ").joined(separator: " ")
        return text.isEmpty ? nil : text
    }
}

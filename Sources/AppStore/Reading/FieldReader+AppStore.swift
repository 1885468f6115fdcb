import Purchases

/// Fields that several of Apple's formats have.
extension FieldReader {
    /// An identifier that must be there; throws the reason when it is missing, else as `identifier`.
    func required(
        _ key: String, else reason: RejectionReason = .missingID
    ) throws(DocumentProblem) -> String {
        if let value = try identifier(key) { return value }
        throw problem(reason, key, "is missing", "send the whole document")
    }

    /// How many were bought; Apple's most is 10, the limit only keeps calendar arithmetic within bounds.
    func quantity(_ key: String) throws(DocumentProblem) -> Int? {
        guard let quantity = try integer(key), quantity != 0 else { return nil }
        guard (1...1000).contains(quantity) else {
            throw problem(.badValue, key, "is not within 1 and 1000", "send the field as it came")
        }
        return quantity
    }

    /// Whether it was bought or is shared by family; nil for words that are neither.
    func ownership(_ key: String) throws(DocumentProblem) -> Ownership? {
        switch try text(key) {
        case "FAMILY_SHARED": .familyShared
        case "PURCHASED": .purchased
        default: nil
        }
    }

    /// The elements of a list; none when it is not there or an empty object; throws `wrong_type` when it is no list.
    func list(_ key: String) throws(DocumentProblem) -> [JSONValue] {
        guard let value = listed(key) else { return [] }
        guard let elements = value.array else {
            throw problem(.wrongType, key, "is \(value.typeName), not a list", "send the field as it came")
        }
        return elements
    }

    /// The objects of a list; none when it is not there; throws `wrong_type`.
    func objects(_ key: String) throws(DocumentProblem) -> [FieldReader] {
        var objects: [FieldReader] = []
        for (index, value) in try list(key).enumerated() {
            objects.append(try FieldReader(value, path: place("\(key)[\(index)]")))
        }
        return objects
    }
}

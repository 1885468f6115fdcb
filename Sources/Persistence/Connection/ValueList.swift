/// A list of values that a statement compares with, `IN (?, ?, ?, ?)`: it has as many parameters as the next of a few
/// sizes, so that lists of any length make few statements.
struct ValueList {
    /// How much a list of ``parts(of:)`` holds at most; SQLite takes 32,766 parameters.
    private static let most = 4096

    /// What is bound: the values, and the last of them again up to the size; of an empty list NULL, which nothing equals.
    let values: BoundValues

    /// A list of some values; those that may be thousands go in ``parts(of:)``.
    init<Value: ColumnValue>(_ values: some Collection<Value>) {
        var size = 1
        while size < values.count { size *= 4 }
        let known: BoundValues = Array(values)
        let last: (any ColumnValue)? = known.last ?? nil
        self.values = known + Array(repeating: last, count: size - known.count)
    }

    /// Lists that hold some values together, none of them too long for a statement; none where there is no value.
    static func parts<Value: ColumnValue>(of values: [Value]) -> [ValueList] {
        stride(from: 0, to: values.count, by: most).map {
            ValueList(values[$0..<min($0 + most, values.count)])
        }
    }

    /// Its parameters in a statement without numbers.
    var places: String { "(\(Array(repeating: "?", count: values.count).joined(separator: ", ")))" }

    /// Its parameters in a statement with numbers, the first and those behind it.
    func places(from first: Int) -> String {
        "(\((first..<first + values.count).map { "?\($0)" }.joined(separator: ", ")))"
    }
}

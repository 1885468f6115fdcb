package import JSONValues
import Purchases

/// What a code of Apple's means: the answer of `explain`, and `meaning` in the answers about tickets.
extension CodeMeaning: JSONEncodable {
    package var json: JSONValue {
        .object([
            "code": code, "family": family.rawValue, "name": name, "happened": happened,
            "fault": fault.rawValue, "retry": retry.rawValue, "advice": advice,
        ])
    }
}

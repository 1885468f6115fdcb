package import JSONValues
import Purchases

extension CodeMeaning: JSONEncodable {
    package var json: JSONValue {
        .object([
            "code": code, "family": family.rawValue, "name": name, "happened": happened,
            "fault": fault.rawValue, "retry": retry.rawValue, "advice": advice,
        ])
    }
}

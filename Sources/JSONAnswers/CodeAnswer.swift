package import JSONValues
import Persistence
package import Purchases
import Wording

extension JSONValue {
    /// The answer of `explain`.
    package static func explanation(of text: String, _ meanings: [CodeMeaning]) -> JSONValue {
        .object(["code": .string(text), "meanings": .list(meanings, meaning)])
    }

    /// What a code means.
    package static func meaning(_ meaning: CodeMeaning) -> JSONValue {
        .object([
            "code": .string(meaning.code), "family": .string(meaning.family.rawValue),
            "name": .string(meaning.name), "happened": .string(meaning.happened),
            "fault": .string(meaning.fault.rawValue), "retry": .string(meaning.retry.rawValue),
            "advice": .string(meaning.advice),
        ])
    }
}

import Persistence
package import Purchases

/// Acts about customers in words, and a customer in short. Customers' access is in `Access.swift`.
extension CustomerAct {
    /// What has happened once it is done, the beginning of a sentence.
    package var deed: String {
        switch self {
        case .note: "the note was kept"
        case .tester: "the mark was set"
        case .consent: "the consent was noted"
        case .takeOut: "the audit log has noted what was taken out"
        case .look: "the audit log has noted the look"
        }
    }
}

extension Reader {
    /// What an act about a customer did, in one sentence; nil for what is said where it happens.
    package func news(of act: CustomerAct, on id: AppUserID) -> String? {
        switch act {
        case .note: "The note is saved"
        case .consent(true): "Noted: \(id) agrees that Apple is told"
        case .consent(false): "Noted: \(id) does not agree that Apple is told"
        case .look: "Personal data of \(id) is shown for a minute"
        case .tester, .takeOut: nil
        }
    }
}

extension Customer {
    /// Everything about a customer, as far as its reader may see it, in parts of falling weight.
    package var parts: [String] {
        let all = [
            values.name?.text, values.email?.text, id.rawValue,
            values.createdAt.map { "since \(TimeText.date($0))" }, values.country?.text,
            isTester ? "tester" : nil, erasedAt.map { "erased \(TimeText.date($0))" },
        ]
        return all.compactMap { $0 }.filter { !$0.isEmpty }
    }
}

package import Purchases

/// Why a store is not replaced: by a copy that is restored, or by a practice store that is made anew.
package enum ReplacingRefusal: Hashable, Sendable {
    /// The file cannot be restored.
    case unfit(Unfitness)
    /// The store cannot be read, and its file is not the caller's.
    case notOwned
    /// A side file of a store that is gone lies there, with so many bytes.
    case leftBehind(bytes: Int64)
    /// A real store is never overwritten.
    case isReal
    /// The agent is no lead of it.
    case noLead(AgentName)
    /// It was written to just now.
    case justWritten
    /// A process has it open.
    case openElsewhere(process: Int32)

    /// Why a file cannot be restored.
    package enum Unfitness: Hashable, Sendable {
        /// A copy that is being made, or that nobody finished.
        case halfMade
        /// It was changed while it was read.
        case changedMeanwhile
        /// This file beside it has content that may be another's.
        case sideFile(_ path: String)
        /// A check of its content found something.
        case finding(_ check: String, _ text: String)
        /// It is a store to practise on, the one to be replaced is real.
        case isPractice
        /// It is a real store, the one to be replaced is for practice.
        case isReal
    }

    var code: StoreError.Code {
        switch self {
        case .unfit(.isPractice), .unfit(.isReal), .notOwned, .isReal, .noLead: .refused
        case .unfit(.halfMade), .unfit(.changedMeanwhile), .leftBehind, .justWritten, .openElsewhere:
            .conflict
        case .unfit(.sideFile): .configuration
        case .unfit(.finding): .damaged
        }
    }
}

import JSONValues
import Purchases

/// Reads a fault from its members, as a scenario or a request has them.
struct FaultReader {
    private let members: JSONValue
    private let start: Instant

    /// Reads members whose times are seconds after a start.
    init(_ members: JSONValue, from start: Instant) { (self.members, self.start) = (members, start) }

    /// The fault.
    ///
    /// - Throws: `FaultProblem` when something is not understood.
    func fault() throws -> AppleFault {
        guard let word = members["kind"]?.string else { throw FaultProblem("a fault needs a kind") }
        var fault = AppleFault(try kind(word))
        if let side = members["side"]?.string {
            guard let known = AppleFault.Side(rawValue: side) else {
                throw FaultProblem("side is verify_receipt or server_api")
            }
            fault.side = known
        }
        fault.from = number("from").map { start + .seconds(Int64($0)) } ?? start
        fault.until = number("until").map { start + .seconds(Int64($0)) }
        if let seconds = number("seconds") { fault.until = start + .seconds(Int64(seconds)) }
        switch members["share"] {
        case .number(let share)? where (0...1).contains(share): fault.share = share
        case .integer(let share)? where (0...1).contains(share): fault.share = Double(share)
        case nil: break
        default: throw FaultProblem("share is a number from 0 to 1")
        }
        return fault
    }

    private func kind(_ word: String) throws -> AppleFault.Kind {
        switch word {
        case "down": .down
        case "reset": .reset
        case "half": .half
        case "html": .html
        case "redirect": .redirect
        case "limited": .limited
        case "wrong_secret": .wrongSecret
        case "unauthorized": .unauthorized
        case "lost": .lost
        case "duplicated": .duplicated
        case "shuffled": .shuffled
        case "stranger": .stranger
        case "slow": .slow(milliseconds: try value(within: 1...600_000))
        case "late": .late(milliseconds: try value(within: 1...604_800_000))
        case "http": .http(try value(within: 100...599))
        case "receipt": .receipt(try value(within: 21000...21199))
        case "api": .api(try value(within: 4_000_000...5_009_999))
        default: throw FaultProblem("there is no fault \(word)")
        }
    }

    private func value(within range: ClosedRange<Int>) throws -> Int {
        guard let value = number("value"), range.contains(value) else {
            throw FaultProblem("value must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    private func number(_ key: String) -> Int? {
        if case .integer(let number)? = members[key] { Int(exactly: number) } else { nil }
    }
}

/// What is wrong with a fault that somebody describes.
struct FaultProblem: Error, CustomStringConvertible {
    let description: String

    init(_ words: String) { description = words }
}

internal import FileStore
import Persistence

/// How the work of a figure may grow with the store.
enum WorkGrowth: Sendable {
    /// Not at all: it is the same in a store of any size.
    case constant
    /// As a tree grows higher.
    case logarithmic
    /// With what it shows, or with what it is told to change.
    case rows
    /// With the customers who are like what is looked for, of whom so many are looked at and no more.
    case candidates

    /// How many steps a figure may take in a larger store.
    ///
    /// Half more is always allowed: what is shown differs by chance.
    func limit(from first: WorkCount, of customers: Int, to last: WorkCount, of more: Int) -> Double {
        let counting = WorkGrowth.stepsToCount * max(0, last.counted - first.counted)
        return 1.5 * (first.steps * factor(from: first, of: customers, to: last, of: more) + counting)
    }

    /// How many steps SQLite takes for a row that is only counted, at most.
    private static let stepsToCount = 8.0

    private func factor(from first: WorkCount, of customers: Int, to last: WorkCount, of more: Int) -> Double
    {
        switch self {
        case .constant: 1
        case .logarithmic: WorkGrowth.height(more) / WorkGrowth.height(customers)
        case .candidates: Double(more) / Double(customers)
        case .rows: max(1, last.rows / max(1, first.rows))
        }
    }

    /// What it grows with, in words.
    var words: String {
        switch self {
        case .constant: "nothing"
        case .logarithmic: "the logarithm"
        case .candidates: "what is like it"
        case .rows: "rows"
        }
    }

    private static func height(_ customers: Int) -> Double {
        Double(Int.bitWidth - customers.leadingZeroBitCount)
    }
}

/// How many steps of SQLite's virtual machine an act takes, on average.
struct WorkCount {
    /// Those of all its statements, and of those that these run.
    let steps: Double
    /// How many rows it shows or changes.
    let rows: Double
    /// How many it only counts.
    var counted = 0.0
    /// The steps by statement.
    let statements: [String: Double]

    /// The mean of acts that showed so many rows in all and ran these statements together.
    init(of acts: Int, rows: Int, _ recorded: [StatementRecorder.Statement]) {
        let count = Double(max(1, acts))
        self.rows = Double(rows) / count
        steps = Double(recorded.reduce(0) { $0 + $1.steps }) / count
        statements = recorded.reduce(into: [:]) { $0[$1.sql, default: 0] += Double($1.steps) / count }
    }

    /// The mean of acts of one statement that took so many steps in all.
    init(of acts: Int, rows: Int, _ statement: String, steps: Int) {
        (self.steps, self.rows) = (Double(steps) / Double(max(1, acts)), Double(rows) / Double(max(1, acts)))
        statements = [statement: self.steps]
    }
}

/// How the work of one figure differs between two sizes of the store.
struct WorkComparison {
    /// The figure's name.
    let name: String
    /// How it may grow.
    let growth: WorkGrowth
    /// How many customers there are in the smaller store and in the larger one.
    let sizes: (first: Int, last: Int)
    /// The counts in both.
    let counts: (first: WorkCount, last: WorkCount)

    /// How many times the steps are what they were.
    var factor: Double { counts.last.steps / max(1, counts.first.steps) }
    /// How many times that they may be.
    var limit: Double { allowed / max(1, counts.first.steps) }
    /// Whether they grow no faster than they may.
    var holds: Bool { counts.last.steps <= allowed }

    private var allowed: Double {
        growth.limit(from: counts.first, of: sizes.first, to: counts.last, of: sizes.last)
    }

    /// The statement that took most of what is new.
    var worst: String? {
        counts.last.statements.max { growth(of: $0.key) < growth(of: $1.key) }?.key
    }

    private func growth(of statement: String) -> Double {
        counts.last.statements[statement, default: 0] - counts.first.statements[statement, default: 0]
    }
}

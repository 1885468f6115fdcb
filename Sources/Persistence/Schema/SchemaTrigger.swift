/// A trigger of the schema, as each engine has it: what the one refuses or keeps, the other does.
///
/// SQLite's text is the one that stores have, to the letter, since doctor compares it; when the trigger acts is read from it
/// for PostgreSQL, too.
package struct SchemaTrigger: Sendable {
    /// What makes it in SQLite.
    let sqlite: String
    /// What it does on PostgreSQL.
    package let postgres: PostgresBody

    /// A trigger of both engines.
    init(_ sqlite: String, postgres: PostgresBody) { (self.sqlite, self.postgres) = (sqlite, postgres) }

    /// Its name, the same on both.
    package var name: String { String(sqlite.split(whereSeparator: \.isWhitespace)[2]) }

    /// What a trigger does on PostgreSQL, and for which rows.
    package struct PostgresBody: Sendable {
        /// What it does.
        package enum Act: Sendable {
            /// The statement fails with a sentence.
            case refuse(String)
            /// Statements of plpgsql.
            case run(String)
        }

        package let act: Act
        /// For which rows, of those that its event is about; nil for all.
        package let condition: String?

        /// A statement fails with a sentence.
        static func refuse(_ sentence: String) -> PostgresBody {
            PostgresBody(act: .refuse(sentence), condition: nil)
        }

        /// Statements run, for the rows of a condition.
        static func run(_ body: String, when condition: String? = nil) -> PostgresBody {
            PostgresBody(act: .run(body), condition: condition)
        }
    }

    /// The statement of plpgsql that fails with a sentence, for a body that refuses some rows.
    static func refusal(_ sentence: String) -> String {
        "RAISE EXCEPTION '\(sentence)' USING ERRCODE = 'integrity_constraint_violation';"
    }
}

extension [SchemaTrigger] {
    /// What makes them in SQLite.
    package var sqlite: String { map { "\($0.sqlite);" }.joined(separator: "\n") }
}

extension Schema {
    /// Every trigger that both engines have; those of SQLite's search stand with it.
    package static let triggers =
        answerGuards + forgettingGuards + auditGuards + auditTextGuards + grantGuards + incidentTriggers
        + goneTriggers + lossTriggers
}

import Foundation
import Purchases

/// What names a person: every address, name and token that the store was ever told. `Erasure.swift` looks for it, and
/// so does `PersonExport.swift`.
struct PersonalTraces {
    /// In what something is looked for.
    enum Reach {
        /// In what is the person's own.
        case own
        /// In everything: only what is nobody else's.
        case all
    }

    /// The app's id of the person, which stays.
    let customer: AppUserID
    /// What the person was ever called, and every address and token, by the columns that keep them.
    private(set) var texts: [PersonalColumn: Set<String>] = [:]
    /// What of these somebody else has in the same column, too.
    private var shared: [PersonalColumn: Set<String>] = [:]

    /// Nothing yet of a person.
    init(of customer: AppUserID) { self.customer = customer }

    /// The tokens, in the lower case in which they are compared.
    var tokens: Set<String> {
        PersonalTraces.token.flatMap { texts[$0] } ?? []
    }

    /// The texts that are the person's alone, which are to be found nowhere any more once the person is erased.
    var ownTexts: Set<String> {
        texts(traced: .everywhere, sparing: shared).union(texts(traced: .amongOwn, sparing: shared))
            .subtracting([customer.rawValue])
    }

    /// Takes them out of texts.
    func redactor(among reach: Reach) -> Redactor {
        switch reach {
        case .own:
            Redactor(
                identifiers: texts(traced: .everywhere), names: texts(traced: .amongOwn),
                sparing: customer.rawValue)
        case .all:
            Redactor(
                identifiers: texts(traced: .everywhere, sparing: shared), names: [],
                sparing: customer.rawValue)
        }
    }

    /// Whether somebody else carries a token, too.
    func isShared(token: String) -> Bool {
        PersonalTraces.token.flatMap { shared[$0] }?.contains(token) ?? false
    }

    private func texts(
        traced trace: PersonalTrace, sparing others: [PersonalColumn: Set<String>] = [:]
    ) -> Set<String> {
        texts.filter { $0.key.trace == trace }.reduce(into: []) { found, column in
            found.formUnion(column.value.subtracting(others[column.key] ?? []))
        }
    }

    /// The columns whose texts are looked for.
    static let columns = PersonalColumn.all(of: CustomerValues.self).filter { $0.trace != .nowhere }
    private static let token = columns.first { $0.name == "app_account_token" }

    /// Notes a text that a column has or had.
    mutating func note(_ text: String, in column: PersonalColumn) {
        texts[column, default: []].insert(column == PersonalTraces.token ? text.lowercased() : text)
    }

    /// Notes what a document or the customer's row tells.
    mutating func note(_ values: CustomerValues) {
        for (column, text) in PersonalColumn.texts(of: values) where column.trace != .nowhere {
            note(text.whole, in: column)
        }
    }

    /// Notes every token that was ever told of the customer of a row.
    mutating func noteTokens(of row: Int64, in db: Connection) throws {
        guard let column = PersonalTraces.token else { return }
        let tokens: [String] = try db.values(
            "SELECT token FROM customer_tokens WHERE customer_id = ?", [row])
        for token in tokens { note(token, in: column) }
    }

    /// Notes what others have, too; by its key, where texts of a column are compared by one.
    mutating func noteShared(with row: Int64, in db: Connection) throws {
        let columns = ColumnNames(of: CustomerRow.self).names
        for (column, texts) in texts {
            let key = "\(column.name)_key"
            let (compared, isKeyed) = columns.contains(key) ? (key, true) : (column.name, false)
            shared[column] = try texts.filter { text in
                try db.exists(
                    "SELECT 1 FROM customers WHERE \(compared) = ? AND id <> ?",
                    [isKeyed ? SearchKey.of(text) : text, row])
            }
        }
    }
}

/// Finds what a person is named in. The documents are many: they are looked at before anybody waits, some thousands a
/// read, and within the write only those that came meanwhile.
struct ErasureSearch {
    /// Documents by their rows.
    struct Documents {
        /// Those of the person's chains, attempts and name.
        var own: Set<Int64> = []
        /// Others that carry the person's address or token.
        var others: Set<Int64> = []

        var all: Set<Int64> { own.union(others) }
    }

    /// What names the person.
    private(set) var traces: PersonalTraces
    /// Where it stands.
    private(set) var documents = Documents()
    private var reached: Int64 = 0

    private static let part: Int64 = 5000

    /// Looks at everything that is there.
    static func run(on store: Store, for customer: AppUserID) throws(StoreError) -> ErasureSearch {
        var search = ErasureSearch(traces: PersonalTraces(of: customer))
        try store.read { try search.look($0) }
        while try store.read({ try search.step($0) }) {}
        return search
    }

    /// The same with what came since.
    func goingOn(in db: Connection) throws -> ErasureSearch {
        var search = self
        try search.look(db)
        while try search.step(db) {}
        return search
    }

    /// Collects what names the person, and what is the person's own.
    private mutating func look(_ db: Connection) throws {
        let id = traces.customer
        guard let row = try CustomerTable.find(id, in: db)?.rowID else { return }
        let told: MergedFacts<CustomerValues>? =
            try db.first("SELECT told FROM customers WHERE id = ?", [row]) { try $0.json(0) } ?? nil
        for values in told?.tellings.map(\.values) ?? [] { traces.note(values) }
        try traces.noteTokens(of: row, in: db)
        let columns = PersonalTraces.columns
        let members = columns.map { "json_extract(body, '$.\($0.name)')" }.joined(separator: ", ")
        try db.step(
            """
            SELECT id, \(members)
            FROM documents WHERE kind IN \(DocumentKind.list(where: \.tellsOfAPerson)) AND id > ?2
              AND instr(body, ?1) > 0 AND json_valid(body) = 1
              AND CAST(json_extract(body, '$.app_user_id') AS TEXT) = ?1
            """, [id, reached]
        ) { found in
            documents.own.insert(try found[0])
            for (place, column) in columns.enumerated() {
                if let text: String = found[place + 1] { traces.note(text, in: column) }
            }
            return true
        }
        documents.own.formUnion(
            try db.values(
                """
                SELECT d.document_id FROM (\(PayerTable.chains(ofCustomer: "?1"))) c
                  JOIN document_chains d ON d.chain_id = c.id
                UNION SELECT r.document_id FROM attempts a JOIN attempt_documents r ON r.attempt = a.id
                  WHERE a.customer_id = ?1
                """, [row]))
        try traces.noteShared(with: row, in: db)
    }

    /// The documents in quarantine that name the person; those that were emptied name nobody.
    func quarantined(in db: Connection) throws -> [Int64] {
        let (own, all) = (traces.redactor(among: .own), traces.redactor(among: .all))
        return try db.map("SELECT id, customer, body, detail, source FROM quarantine WHERE erased_ms IS NULL")
        {
            row in
            let (customer, bytes): (AppUserID?, Data) = (row[1], try row[2])
            let body = String(decoding: bytes, as: UTF8.self)
            let rest = [row[3] as String?, row[4] as String?].compactMap { $0 }.joined(separator: "\n")
            let isOwn =
                customer == traces.customer || body.contains(ColumnText.quoted(traces.customer.rawValue))
            let redactor = isOwn ? own : all
            let isNamed =
                isOwn || body != redactor.blotted(json: body) || rest != redactor.blotted(rest)
                || redactor.names(in: bytes)
            return isNamed ? try row[0] as Int64 : nil
        }.compactMap { $0 }
    }

    /// Looks at some more documents; answers whether there are any after them.
    private mutating func step(_ db: Connection) throws -> Bool {
        let end: Int64 = try db.value("SELECT max(id) FROM documents") ?? 0
        guard reached < end else { return false }
        let identifiers = traces.redactor(among: .all).identifiers
        try db.step(
            "SELECT id, named_app_user_id, body, payload, source FROM documents WHERE id > ? AND id <= ?",
            [reached, reached + ErasureSearch.part]
        ) { row in
            let document: Int64 = try row[0]
            if row[1] as String? == traces.customer.rawValue { documents.own.insert(document) }
            let texts = [row[2] as String?, row[3] as String?, row[4] as String?].compactMap { $0 }
            let isNamed = texts.contains { text in
                identifiers.contains { text.range(of: $0, options: .caseInsensitive) != nil }
            }
            if isNamed { documents.others.insert(document) }
            return true
        }
        reached += ErasureSearch.part
        return reached < end
    }
}

/// The texts beside the audit log that are about a person.
struct ErasedTexts {
    private let customer: AppUserID
    private let tickets: [Int64]
    private let traces: PersonalTraces
    private let db: Connection

    /// The texts about a customer and the customer's tickets.
    init(of customer: AppUserID, tickets: [Int64], _ traces: PersonalTraces, in db: Connection) {
        (self.customer, self.tickets, self.traces, self.db) = (customer, tickets, traces, db)
    }

    /// Their tokens: all that is about the customer, but for why people were erased, and others that name the person.
    func found() throws -> Set<String> {
        let own =
            try texts(about: "customer", customer.rawValue)
            + tickets.flatMap { try texts(about: "ticket", String($0)) }
        let identifiers = traces.redactor(among: .all).identifiers
        let others = try db.map("SELECT token, body FROM audit_texts WHERE body IS NOT NULL") { row in
            let body: String = try row[1]
            let isNamed = identifiers.contains { body.range(of: $0, options: .caseInsensitive) != nil }
            return isNamed ? try row[0] as String : nil
        }
        return Set(own + others.compactMap { $0 })
    }

    private func texts(about kind: String, _ id: String) throws -> [String] {
        try db.values(
            """
            SELECT t.token FROM audit_subjects s JOIN audit_texts t ON t.sequence = s.sequence
            JOIN audit a ON a.sequence = s.sequence
            WHERE s.id = ? AND s.kind = ? AND t.body IS NOT NULL AND a.action <> 'customer.erase'
            """, [id, kind])
    }
}

/// Small tables of other people's texts, in which only addresses and tokens are looked for.
enum ErasedTraces {
    private static let columns = [
        ("notes", "body"), ("saved_views", "name"), ("saved_views", "query"), ("requests", "subject"),
        ("requests", "arguments"), ("imports", "sources"),
    ]

    /// Takes a person's address and token out of them.
    static func blot(with traces: PersonalTraces, in db: Connection) throws {
        let redactor = traces.redactor(among: .all)
        for identifier in redactor.identifiers {
            for (table, column) in columns {
                let texts: [String] = try db.values(
                    "SELECT DISTINCT \(column) FROM \(table) WHERE instr(lower(\(column)), ?) > 0",
                    [identifier])
                for text in texts {
                    try db.run(
                        "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?",
                        [redactor.blotted(text), text])
                }
            }
            // A note that stands in a grant is the same text as the one beside its entry: both go.
            for note in ["note", "revoked_note"] {
                try db.run(
                    "UPDATE grants SET \(note) = NULL WHERE instr(lower(\(note)), ?) > 0", [identifier])
            }
            try db.run(
                "UPDATE change_log SET id = ?1 WHERE entity = 'quarantine' AND instr(lower(id), ?2) > 0",
                [Redactor.mark, identifier])
        }
    }
}

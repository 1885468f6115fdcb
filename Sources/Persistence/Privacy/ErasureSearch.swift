import Foundation
import Purchases

/// What names a person: every address, name and token that the store was ever told.
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
    /// The addresses.
    var emails: Set<String> = []
    /// The names.
    var names: Set<String> = []
    /// The tokens.
    var tokens: Set<String> = []
    /// The tokens that somebody else carries, too.
    var sharedTokens: Set<String> = []
    /// The addresses that somebody else has, too.
    var sharedEmails: Set<String> = []
    /// The names that somebody else has, too.
    var sharedNames: Set<String> = []

    /// The texts that are the person's alone, which are to be found nowhere any more once the person is erased.
    var ownTexts: Set<String> {
        emails.union(tokens).union(names).subtracting(sharedEmails).subtracting(sharedTokens)
            .subtracting(sharedNames).subtracting([customer.rawValue])
    }

    /// Takes them out of texts.
    func blotter(among reach: Reach) -> Blotter {
        switch reach {
        case .own:
            Blotter(identifiers: emails.union(tokens), names: names, sparing: customer.rawValue)
        case .all:
            Blotter(
                identifiers: emails.subtracting(sharedEmails).union(tokens.subtracting(sharedTokens)),
                names: [], sparing: customer.rawValue)
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

        /// All of them.
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
        var search = ErasureSearch(traces: PersonalTraces(customer: customer))
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
        for values in told?.tellings.map(\.values) ?? [] {
            note(email: values.email, name: values.name, token: values.appAccountToken)
        }
        let tokens: [String] = try db.values(
            "SELECT token FROM customer_tokens WHERE customer_id = ?", [row])
        for token in tokens { note(email: nil, name: nil, token: token) }
        try db.step(
            """
            SELECT id, json_extract(body, '$.email'), json_extract(body, '$.name'),
              json_extract(body, '$.app_account_token')
            FROM documents WHERE kind IN \(DocumentKind.list(where: \.tellsOfAPerson)) AND id > ?2
              AND instr(body, ?1) > 0 AND json_valid(body) = 1
              AND CAST(json_extract(body, '$.app_user_id') AS TEXT) = ?1
            """, [id, reached]
        ) { found in
            documents.own.insert(try found[0])
            note(email: found[1], name: found[2], token: found[3])
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
        try noteShared(row, in: db)
    }

    private mutating func note(email: String?, name: String?, token: String?) {
        if let email { traces.emails.insert(email) }
        if let name { traces.names.insert(name) }
        if let token { traces.tokens.insert(token.lowercased()) }
    }

    private mutating func noteShared(_ row: Int64, in db: Connection) throws {
        traces.sharedTokens = try traces.tokens.filter {
            try db.exists("SELECT 1 FROM customers WHERE app_account_token = ? AND id <> ?", [$0, row])
        }
        traces.sharedEmails = try traces.emails.filter {
            try db.exists("SELECT 1 FROM customers WHERE email_key = ? AND id <> ?", [SearchKey.of($0), row])
        }
        traces.sharedNames = try traces.names.filter {
            try db.exists("SELECT 1 FROM customers WHERE name_key = ? AND id <> ?", [SearchKey.of($0), row])
        }
    }

    /// The documents in quarantine that name the person; those that were emptied name nobody.
    func quarantined(in db: Connection) throws -> [Int64] {
        let (own, all) = (traces.blotter(among: .own), traces.blotter(among: .all))
        return try db.map("SELECT id, customer, body, detail, source FROM quarantine WHERE erased_ms IS NULL")
        {
            row in
            let (customer, bytes): (AppUserID?, Data) = (row[1], try row[2])
            let body = String(decoding: bytes, as: UTF8.self)
            let rest = [row[3] as String?, row[4] as String?].compactMap { $0 }.joined(separator: "\n")
            let isOwn =
                customer == traces.customer || body.contains(ColumnText.quoted(traces.customer.rawValue))
            let blotter = isOwn ? own : all
            let isNamed =
                isOwn || body != blotter.blotted(json: body) || rest != blotter.blotted(rest)
                || blotter.names(in: bytes)
            return isNamed ? try row[0] as Int64 : nil
        }.compactMap { $0 }
    }

    /// Looks at some more documents; answers whether there are any after them.
    private mutating func step(_ db: Connection) throws -> Bool {
        let end: Int64 = try db.value("SELECT max(id) FROM documents") ?? 0
        guard reached < end else { return false }
        let identifiers = traces.blotter(among: .all).identifiers
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
        let identifiers = traces.blotter(among: .all).identifiers
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
        let blotter = traces.blotter(among: .all)
        for identifier in blotter.identifiers {
            for (table, column) in columns {
                let texts: [String] = try db.values(
                    "SELECT DISTINCT \(column) FROM \(table) WHERE instr(lower(\(column)), ?) > 0",
                    [identifier])
                for text in texts {
                    try db.run(
                        "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?",
                        [blotter.blotted(text), text])
                }
            }
            // A note that stands in a grant is the same text as the one beside its entry: both go.
            for note in ["note", "revoked_note"] {
                try db.run(
                    "UPDATE grants SET \(note) = NULL WHERE instr(lower(\(note)), ?) > 0", [identifier])
            }
            try db.run(
                "UPDATE change_log SET id = ?1 WHERE entity = 'quarantine' AND instr(lower(id), ?2) > 0",
                [Blotter.mark, identifier])
        }
    }
}

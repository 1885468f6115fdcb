import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A column about a person is known by its type: whoever reads it, empties it or takes it out asks the type alone.
struct PersonalColumnTests {
    /// A telephone of a customer's, in a table that no program has.
    private struct Phone: TableRow {
        static let table = Table<Phone>("phones", key: "id")
        static let unread = Phone(customer: 0, number: "", model: nil, remark: nil)

        var customer: Int64
        var number: PersonIdentifier
        var model: PersonTrait?
        var remark: FreeText?

        mutating func visit(_ columns: inout some ColumnVisitor) {
            columns.visit("customer_id", &customer)
            columns.visit("number", &number)
            columns.visit("model", &model)
            columns.visit("remark", &remark)
        }
    }

    /// A page of which nothing says how viewers see it.
    private struct PhonesQuery: StoreQuery {
        func page(in reading: StoreReading) throws -> [Phone] { try Phone.table.rows(in: reading.db) }
    }

    private let store: Store
    private let tables: [any PersonalTable] = [RowsAboutPerson(Phone.self, by: .customer("customer_id"))]

    init() throws {
        store = try People.inMemory()
        try Raw.write(
            store,
            "CREATE TABLE phones (id INTEGER PRIMARY KEY, customer_id INTEGER, number TEXT, model TEXT, remark TEXT)"
        )
        try store.engine.write { turn in
            let db = turn.connection
            let customer = try CustomerTable.ensure(People.customer, in: db)
            try Phone.table.insert(
                Phone(
                    customer: customer, number: "+81 90 1234", model: "iPhone17,1",
                    remark: "rings after six"), in: db)
        }
    }

    private func phones(for agent: AgentName) throws -> [[String?]] {
        try store.page(of: PhonesQuery(), by: agent, at: People.now).map {
            [$0.number.text, $0.model?.text, $0.remark?.text]
        }
    }

    @Test func aPageThatSaysNothingIsMaskedForViewers() throws {
        #expect(try phones(for: People.agent) == [["+81 90 1234", "iPhone17,1", "rings after six"]])
        #expect(try phones(for: People.viewer) == [["+•••", "iPhone17,1", "•••"]])
        var shown = ""
        dump(try store.page(of: PhonesQuery(), by: People.viewer, at: People.now), to: &shown)
        #expect(!shown.contains("1234") && !shown.contains("six"))
    }

    @Test func anExportTakesItOut() throws {
        let export = try store.exportPerson(
            People.customer, adding: tables, by: People.lead, at: People.now)
        let phone = ["number": "+81 90 1234", "model": "iPhone17,1", "remark": "rings after six"]
        #expect(export.records == ["phones": [phone]])
    }

    @Test func anErasureEmptiesIt() throws {
        let id = People.customer
        let request = ErasureRequest(id, reason: "asked for it", confirmation: id.rawValue)
        _ = try store.erase(request, from: tables, by: People.lead, at: People.now)
        #expect(try phones(for: People.lead) == [["erased", nil, nil]])
    }

    /// The rows of which an erasure takes something else than what stands in a column, and why.
    private static let otherwise: [String: String] = [
        "notes": "they go whole", "customer_tokens": "they go whole",
        "chain_claims": "a digest claims what the token did, so that a chain stays whose it was",
        "transactions": "the digest of a token stands in its place",
        "renewals": "the digest of a token stands in its place",
    ]

    @Test func everyColumnAboutAPersonIsErased() {
        let erased = Set((PersonalTables.onPages + PersonalTables.others).map(\.name))
        let personal = Set(
            TableSchemaTests.tables.filter { !$0.personalColumns.isEmpty }.map(\.name))
        #expect(personal.subtracting(erased).symmetricDifference(Self.otherwise.keys) == [])
        #expect(erased.subtracting(personal).subtracting(["ticket_moves", "ticket_deeds"]) == [])
    }
}

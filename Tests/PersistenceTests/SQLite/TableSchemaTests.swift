import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A column stands in the type of its rows and in the schema: both say the same of it.
struct TableSchemaTests {
    /// The tables whose rows are values.
    static let tables: [any KnownTable] = [
        AccessPeriodRow.table, ListedAgent.table, Alarm.table, APIKey.table, NewRequest.table,
        ArrivalHour.table, AttemptClaim.table, AttemptDocument.table, AttemptEventRow.table,
        AttemptRow.table, AuditEntry.table, AuditMention.table, AuditTextTable.Kept.table,
        BatchMemberRow.table, StoredBatch.table, ChainClaim.table, ChainPayer.table, ChainReceipt.table,
        ChainRow.table, ChangeRow.table, ChargeApp.table, ChargeSum.table, ChargeTable.table,
        ConsumptionConsent.table, CustomerToken.table, CustomerRow.table, DocumentChain.table,
        DocumentMention.table, StoredDocument.table, EntitlementEventRow.table, ErasedToken.table,
        Grant.table, HeldNewsTable.Held.table, KeptAnswer.table, ImportRow.table, IncidentTable.Row.table,
        Lease.table, NoteRow.table, NotificationDocument.table, NotificationRow.table, RecordedOrder.table,
        OtherTransactionID.table, PayerPeriodRow.table, ProductEntitlement.table, ProductRow.table,
        QuarantineRow.table, ReceiptRow.table, RefundAskingRow.table, RefundRequestRow.table,
        RenewalRow.table, KeptTemplate.table, AppStoreRequestRow.table, SavedView.table, SecretHash.table,
        SendAttemptRow.table, ServedEnvironment.table, ServerAlarm.table, KeptSetting.table,
        StatusPeriod.table, StoreFact.table, TicketWorkRow.table, TicketLink.table, TicketMoveRow.table,
        TicketSkipRow.table, TicketRow.table, NextEntitlementChange.table, EntitlementSnapshot.table,
        ToldPurchaseRow.table, ToldTicket.table, TransactionRow.table, UnauthenticDay.table,
        UnprovedReport.table, WebhookMessageRow.table, WorkerRow.table,
    ]

    /// The tables that are filled by statements alone, and why.
    private static let byStatements: [String: String] = [
        "forgotten_events": "what is forgotten is counted by the statement that forgets",
        "request_tries": "the number of a try follows from those before",
        "webhook_deliveries": "a message is queued for each of its receivers",
        "webhook_endpoints": "a new receiver begins behind the newest message",
    ]

    /// Codes of which a program that is not the newest knows none, and goes on without.
    private static let codesOfOthers: Set<String> = ["change_log.entity", "products.kind"]

    @Test(arguments: tables.map(\.name)) func rowsHaveTheColumnsOfTheSchema(_ name: String) throws {
        let table = try #require(Self.tables.first { $0.name == name })
        let made = try SchemaColumn.all(of: name)
        #expect(!made.isEmpty, "the schema has no such table")
        for column in table.told {
            guard let own = made.first(where: { $0.name == column.name }) else {
                Issue.record("the schema has no column \(column.name)")
                continue
            }
            #expect(own.kind == column.kind, "\(column.name)")
            guard !Self.codesOfOthers.contains("\(name).\(column.name)") else { continue }
            #expect(!column.isOptional || !own.isNeverNull, "\(column.name) may be nil, and never NULL")
        }
        let told = Set(table.told.map(\.name))
        let missing = made.filter { !told.contains($0.name) && $0.isNeverNull && !$0.hasValueOfItsOwn }
        #expect(missing.map(\.name) == [], "a new row has no value for them")
        let key = table.key.map { $0.replacing("\"", with: "") }
        #expect(Set(key).isSubset(of: made.map(\.name)))
    }

    @Test func everyTableThatIsWrittenIsKnown() throws {
        let sources = try SourceFiles.texts(in: "Persistence").filter { !$0.contains("enum Schema {") }
            .filter { !$0.contains("extension Schema {") }
        let known = Set(Self.tables.map(\.name))
        let tables = sources.flatMap { $0.matches(of: /Table<\w+>\(\s*"(\w+)"/) }.map { String($0.output.1) }
        #expect(known == Set(tables))
        let written = sources.flatMap { $0.matches(of: /INSERT INTO (\w+)/) }.map { String($0.output.1) }
        let strangers = Set(written).subtracting(known).subtracting(Self.byStatements.keys)
        #expect(strangers.isEmpty, "rows are values: \(strangers.sorted())")
        for name in Self.byStatements.keys { #expect(written.contains(name), "\(name) is not needed") }
    }
}

/// A table, whatever its rows are.
protocol KnownTable: Sendable {
    var name: String { get }
    var key: [String] { get }
    /// The columns as the type of the rows tells them.
    var told: [SchemaColumn] { get }
    /// The columns that say something of a person.
    var personalColumns: [PersonalColumn] { get }
}

extension Table: KnownTable {
    var personalColumns: [PersonalColumn] { PersonalColumn.all(of: Row.self) }

    var told: [SchemaColumn] {
        var (row, teller) = (Row.unread, ColumnTeller())
        row.visit(&teller)
        return teller.columns
    }
}

/// What is known of a column.
struct SchemaColumn {
    let name: String
    /// `INTEGER`, `TEXT` or `BLOB`.
    let kind: String
    var isOptional = false
    var isNeverNull = false
    /// Whether the schema gives a new row a value: a default, or the next number.
    var hasValueOfItsOwn = false

    /// The columns of a table of the schema.
    static func all(of table: String) throws -> [SchemaColumn] {
        try People.inMemory().read { db in
            try db.map(
                """
                SELECT name, type, "notnull", dflt_value IS NOT NULL, pk FROM pragma_table_info(?)
                """, [table]
            ) { row in
                let (kind, isKey) = (try row[1] as String, try row[4] as Int > 0)
                return SchemaColumn(
                    name: try row[0], kind: kind, isNeverNull: try row[2] as Bool || isKey,
                    hasValueOfItsOwn: try row[3] as Bool || isKey && kind == "INTEGER")
            }
        }
    }
}

/// Asks the columns of a type what they are.
private struct ColumnTeller: ColumnVisitor {
    private(set) var columns: [SchemaColumn] = []

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value) {
        add(column, KindProbe.kind(of: Value.self))
    }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value?) {
        add(column, KindProbe.kind(of: Value.self), isOptional: true)
    }

    mutating func visit(_ column: String, json value: inout (some Codable)?) {
        add(column, "TEXT", isOptional: true)
    }

    mutating func visit(_ column: String, requiredJSON value: inout some Codable) { add(column, "TEXT") }

    mutating func visit(_ column: String, code value: inout some CodeWithValues) { add(column, "TEXT") }

    private mutating func add(_ column: String, _ kind: String, isOptional: Bool = false) {
        let name = column.replacing("\"", with: "")
        columns.append(SchemaColumn(name: name, kind: kind, isOptional: isOptional))
    }
}

/// A row that notes what it was asked for.
private final class KindProbe: StatementCursor {
    private var kind = ""

    /// What a type of values reads from its column.
    static func kind<Value: ColumnValue>(of type: Value.Type) -> String {
        let probe = KindProbe()
        _ = Value(probe, at: 0)
        return probe.kind
    }

    let parameterCount = 0
    let columnCount = 1
    func columnName(at place: Int) -> String { "" }
    func bindNull(at place: Int) {}
    func bind(_ value: Int64, at place: Int) {}
    func bind(_ value: String, at place: Int) {}
    func bind(_ value: Data, at place: Int) {}
    func step() -> Bool { false }
    func reset() {}
    func isNull(at place: Int) -> Bool { false }

    func integer(at place: Int) -> Int64 {
        kind = "INTEGER"
        return 0
    }

    func text(at place: Int) -> String {
        kind = "TEXT"
        return ""
    }

    func bytes(at place: Int) -> Data {
        kind = "BLOB"
        return Data()
    }
}

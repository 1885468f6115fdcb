import Purchases

extension CustomerNote {
    private enum Column: Int, ColumnList {
        case atMs, agent, body, reference, ticketId
    }

    /// What queries of `notes n` select to read notes.
    static let columns = Column.selection(of: "n")

    /// What queries select to read notes.
    static let selection = "SELECT \(columns) FROM notes n"

    /// Reads a note.
    init(_ row: StoredRow) {
        let row = Columns<Column>(row)
        self.init(
            at: row.instant(.atMs) ?? .earliest, agent: AgentName(row[.agent]), text: row[.body],
            reference: row[.reference], ticket: (row[.ticketId] as Int64?).map { TicketID(String($0)) })
    }
}

extension StoreNotification {
    private enum Column: Int, ColumnList {
        case type, subtype, uuid, signedMs, receivedMs, checked, charge
    }

    /// What queries of `notifications n` select to read notifications.
    static let columns = Column.selection(of: "n")

    /// Reads a notification whose columns stand behind so many others.
    init(_ row: StoredRow, after start: Int) {
        let row = Columns<Column>(row, after: start)
        self.init(
            type: row[.type], subtype: row[.subtype], uuid: row[.uuid],
            signedAt: row.instant(.signedMs) ?? .earliest, receivedAt: row.instant(.receivedMs),
            check: Check(rawValue: row[.checked]) ?? .unchecked, charge: row.identifier(.charge))
    }
}

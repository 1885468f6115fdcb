import GRDB
import Purchases

extension Store {
    /// Documents, the newest taken in first; `after` is the number of the last one of the page before.
    ///
    /// Those that carry notifications of a name stand in the order in which the store learned of the notifications.
    ///
    /// Errors: the document before is not in the list.
    public func documents(
        _ filter: DocumentFilter = DocumentFilter(), after: Int64? = nil, limit: Int = 50
    ) throws -> [DocumentRecord] {
        try read { try DocumentQuery(filter: filter, db: $0).page(after: after, limit: limit) }
    }

    /// One document with its body; nil when there is none of that number.
    public func document(_ id: Int64) throws -> DocumentRecord? {
        try read { db in
            try db.first("SELECT \(DocumentRow.whole) FROM documents d WHERE d.id = ?", [id]) {
                try DocumentRow.read($0, db)
            }
        }
    }
}

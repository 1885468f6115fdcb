import Purchases

/// Finds the documents that carry notifications of a name, the newest notification first.
///
/// A history carries many of them: it stands where the newest of them stands, and nowhere else.
struct NotificationDocuments {
    let name: DocumentFilter.NotificationName
    /// What else is asked of the documents.
    let filter: DocumentFilter
    let db: Connection

    /// Where a document stands in the list.
    private struct Place: Comparable {
        let notification: Int64
        let document: Int64

        static func < (left: Place, right: Place) -> Bool {
            (left.notification, left.document) < (right.notification, right.document)
        }
    }

    /// The numbers of so many documents after one.
    ///
    /// - Throws: `StoreError`: the document before carries no notification of the name.
    func ids(after document: Int64?, _ limit: Int) throws -> [Int64] {
        let start = try document.map(place) ?? Place(notification: .max, document: .max)
        // The index has the notifications of a type and a subtype in order; there are few subtypes of a type.
        let found = try subtypes.flatMap { try places(before: start, subtype: $0, limit) }
        return found.sorted(by: >).prefix(limit).map(\.document)
    }

    private func place(of document: Int64) throws -> Place {
        let newest: Int64? = try db.value(
            """
            SELECT max(n.id) FROM notification_documents m JOIN notifications n ON n.id = m.notification_id
            WHERE m.document_id = ?1 AND n.type = ?2 AND (CAST(?3 AS TEXT) IS NULL OR n.subtype = ?3)
            """, [document, name.type, name.subtype])
        guard let newest else { throw StoreError.documents(.notListed(document: document)) }
        return Place(notification: newest, document: document)
    }

    /// One seek in the index for each subtype; nil is none.
    private var subtypes: [String?] {
        get throws {
            if let subtype = name.subtype { return [subtype] }
            return try db.map(
                """
                WITH RECURSIVE s (subtype) AS (
                  SELECT min(subtype) FROM notifications WHERE type = ?1 UNION ALL
                  SELECT (SELECT min(subtype) FROM notifications WHERE type = ?1 AND subtype > s.subtype)
                  FROM s WHERE s.subtype IS NOT NULL)
                SELECT subtype FROM s
                """, [name.type]
            ) { $0[0] }
        }
    }

    private func places(before start: Place, subtype: String?, _ limit: Int) throws -> [Place] {
        // Two texts, so that either finds its place in the index.
        let isOfIt = subtype == nil ? "n.subtype IS NULL" : "n.subtype = ?2"
        return try db.map(
            """
            SELECT DISTINCT n.id, m.document_id FROM notifications n INDEXED BY notifications_by_type
            CROSS JOIN notification_documents m ON m.notification_id = n.id
            CROSS JOIN documents d ON d.id = m.document_id
            WHERE n.type = ?1 AND \(isOfIt) AND n.id <= ?3 AND (n.id < ?3 OR m.document_id < ?4)
              AND (CAST(?5 AS TEXT) IS NULL OR d.kind = ?5) AND (CAST(?6 AS TEXT) IS NULL OR d.checked = ?6)
              AND NOT EXISTS (SELECT 1 FROM notification_documents a JOIN notifications b ON b.id = a.notification_id
                WHERE a.document_id = m.document_id AND b.id > n.id AND b.type = ?1
                AND (CAST(?7 AS TEXT) IS NULL OR b.subtype = ?7))
            ORDER BY n.id DESC, m.document_id DESC LIMIT ?8
            """,
            [
                name.type, subtype, start.notification, start.document, filter.kind?.rawValue,
                filter.check?.rawValue, name.subtype, limit,
            ]
        ) { Place(notification: try $0[0], document: try $0[1]) }
    }
}

extension Store {
    /// Whether a notification of version 2 is in the store, by Apple's `notificationUUID`.
    package func holdsNotification(_ uuid: String) throws(StoreError) -> Bool {
        try read { db in
            try db.exists("SELECT 1 FROM notifications WHERE uuid = ?", [uuid])
        }
    }
}

import Purchases

/// SQL expressions about a ticket's loss, each for the alias under which a statement reads `tickets`; group 3 is
/// `ErrorGroup.lossOfFunds`. The schema has texts of its own for the same rules (``LossSQL``,
/// ``Schema/counts(_:)``), which stay to the letter as files have them: a change of a rule needs both.
enum LossTerms {
    /// What became of the money of a loss, as `LossStatus` has it; NULL of what is none.
    static func standing(_ row: String) -> String {
        """
        CASE WHEN \(row)."group" <> 3 OR \(row).is_unproved = 1 OR \(row).merged_into IS NOT NULL THEN NULL
          WHEN \(row).resolution IS NULL THEN 'open'
          WHEN \(row).is_without_proof = 1 THEN 'closed_without_proof'
          WHEN \(row).resolution IN ('made_good', 'credited', 'refunded', 'written_off', 'delivered') THEN \(row).resolution
          WHEN \(row).resolution = 'duplicate' AND \(row).resolved_by IS NOT NULL AND \(row)."transaction" IS NOT NULL
          THEN 'written_off' END
        """
    }

    /// What was paid; NULL where nothing tells, or what is told is beyond belief.
    static func milliunits(_ row: String) -> String {
        "CASE WHEN \(isPriced(row)) THEN \(row).price_milliunits END"
    }

    /// In which currency it was; '' where there is no amount.
    static func currency(_ row: String) -> String {
        "CASE WHEN \(isPriced(row)) THEN \(row).currency ELSE '' END"
    }

    /// Whether a ticket is one of the failed purchases that `IncidentRule` counts.
    static func counts(_ row: String) -> String {
        """
        (\(row).placed_ms IS NOT NULL AND \(row)."group" > 1 AND \(row).merged_into IS NULL AND \(row).is_unproved = 0
          AND coalesce(\(row).resolution, '') NOT IN ('superseded', 'not_charged')
          AND NOT (coalesce(\(row).resolution, '') = 'duplicate' AND \(row)."transaction" IS NULL))
        """
    }

    private static func isPriced(_ row: String) -> String {
        """
        \(row).currency <> '' AND \(row).price_milliunits BETWEEN -\(Money.mostCounted) AND \(Money.mostCounted)
        """
    }
}

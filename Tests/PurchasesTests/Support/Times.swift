import Purchases

/// A moment by days, hours and milliseconds after 2024-01-01T00:00:00Z, so that examples read as small numbers.
func day(_ days: Double, ms: Int64 = 0) -> Instant {
    Instant(milliseconds: 1_704_067_200_000 + Int64(days * 86_400_000) + ms)
}

/// A moment from its text; the earliest of all when an example is mistyped.
func at(_ text: String) -> Instant { Instant(text) ?? .earliest }

/// A stretch of days; a test that names none fails on the comparison.
func days(_ from: Double, _ until: Double?) -> Span? { Span(from: day(from), until: until.map { day($0) }) }

import AppStoreClient
import Purchases
import Testing

struct AppStoreErrorTests {
    /// What an error means: whether it is repeated, whose fault it is, whether a ticket's try is spent.
    struct Row: Sendable {
        let error: AppStoreError
        let code: String
        let isRepeatable: Bool
        var isConfiguration = false
        var counts = true
    }

    private static let soon = Instant(milliseconds: 5)

    static let rows: [Row] = [
        Row(error: .transport(.reset), code: "network", isRepeatable: true),
        Row(error: .transport(.refused), code: "network", isRepeatable: true),
        Row(error: .transport(.unknownHost), code: "network", isRepeatable: true),
        Row(error: .transport(.garbled), code: "network", isRepeatable: true),
        Row(error: .transport(.timedOut), code: "timeout", isRepeatable: true),
        Row(
            error: .transport(.certificate), code: "certificate", isRepeatable: true, isConfiguration: true,
            counts: false),
        Row(
            error: .paused(until: soon, .untrusted), code: "certificate", isRepeatable: true,
            isConfiguration: true, counts: false),
        Row(error: .transport(.tooLarge), code: "too_large", isRepeatable: true),
        Row(error: .transport(.cancelled), code: "cancelled", isRepeatable: true, counts: false),
        Row(error: .http(400), code: "http_400", isRepeatable: false),
        Row(error: .http(404), code: "http_404", isRepeatable: false),
        Row(error: .http(500), code: "http_500", isRepeatable: true),
        Row(error: .http(503), code: "http_503", isRepeatable: true),
        Row(error: .redirected(302), code: "http_302", isRepeatable: true),
        Row(error: .notJSON, code: "not_json", isRepeatable: true),
        Row(error: .rateLimited(until: soon), code: "http_429", isRepeatable: true, counts: false),
        Row(error: .busy(until: soon), code: "busy", isRepeatable: true, counts: false),
        Row(error: .circuitOpen(until: soon), code: "circuit_open", isRepeatable: true, counts: false),
        Row(
            error: .unauthorized(until: soon), code: "http_401", isRepeatable: true, isConfiguration: true,
            counts: false),
        Row(
            error: .paused(until: soon, .unauthorized), code: "http_401", isRepeatable: true,
            isConfiguration: true, counts: false),
        Row(
            error: .paused(until: soon, .wrongSecret), code: "21004", isRepeatable: true,
            isConfiguration: true, counts: false),
        Row(
            error: .notConfigured(.receipts), code: "no_secret", isRepeatable: false, isConfiguration: true,
            counts: false),
        Row(error: .notServed, code: "not_served", isRepeatable: false, counts: false),
        Row(error: .status(21000, isRetryable: nil), code: "21000", isRepeatable: false),
        Row(error: .status(21002, isRetryable: nil), code: "21002", isRepeatable: true),
        Row(error: .status(21003, isRetryable: nil), code: "21003", isRepeatable: false),
        Row(
            error: .status(21004, isRetryable: nil), code: "21004", isRepeatable: true, isConfiguration: true,
            counts: false),
        Row(error: .status(21005, isRetryable: nil), code: "21005", isRepeatable: true),
        Row(error: .status(21007, isRetryable: nil), code: "21007", isRepeatable: false),
        Row(error: .status(21009, isRetryable: nil), code: "21009", isRepeatable: true),
        Row(error: .status(21010, isRetryable: true), code: "21010", isRepeatable: false),
        Row(error: .status(21100, isRetryable: true), code: "21100", isRepeatable: true),
        Row(error: .status(21199, isRetryable: false), code: "21199", isRepeatable: false),
        Row(error: .status(21150, isRetryable: nil), code: "21150", isRepeatable: false),
        Row(error: .status(21200, isRetryable: true), code: "21200", isRepeatable: false),
        Row(error: .api(code: 4_000_006, http: 400), code: "4000006", isRepeatable: false),
        Row(error: .api(code: 4_040_001, http: 404), code: "4040001", isRepeatable: false),
        Row(error: .api(code: 4_040_002, http: 404), code: "4040002", isRepeatable: true),
        Row(error: .api(code: 4_040_004, http: 404), code: "4040004", isRepeatable: true),
        Row(error: .api(code: 4_040_006, http: 404), code: "4040006", isRepeatable: true),
        Row(error: .api(code: 4_040_010, http: 404), code: "4040010", isRepeatable: false),
        Row(error: .api(code: 4_290_000, http: 429), code: "4290000", isRepeatable: true, counts: false),
        Row(error: .api(code: 5_000_000, http: 500), code: "5000000", isRepeatable: false),
        Row(error: .api(code: 5_000_001, http: 500), code: "5000001", isRepeatable: true),
        Row(error: .api(code: 12, http: 502), code: "12", isRepeatable: true),
    ]

    @Test(arguments: rows) func anErrorMeans(_ row: Row) {
        #expect(row.error.code == row.code)
        #expect(row.error.isRepeatable == row.isRepeatable, "\(row.error)")
        #expect(row.error.isConfiguration == row.isConfiguration, "\(row.error)")
        #expect(row.error.countsAsTry == row.counts, "\(row.error)")
    }

    @Test func whatWaitsSaysForHowLong() {
        for row in Self.rows where ["busy", "circuit_open", "http_429"].contains(row.code) {
            #expect(row.error.until == Self.soon)
        }
    }

    /// The table of codes and the client may not say different things about what is worth repeating.
    @Test func theTableOfCodesAgrees() {
        for code in Codes.all where code.family == .serverAPIError {
            guard let number = Int(code.code) else { continue }
            let error = AppStoreError.api(code: number, http: number / 10_000)
            #expect(error.isRepeatable == (code.retry == .yes), "\(code.code)")
        }
    }
}

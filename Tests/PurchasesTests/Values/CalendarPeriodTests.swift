import Foundation
import Purchases
import Testing

/// Source: ISO 8601 durations; the clamping to the month's last day is the rule of the product catalogue's periods.
@Suite struct CalendarPeriodTests {
    @Test(arguments: [
        ("P1M", 1, 0, "P1M"), ("P7D", 0, 7, "P7D"), ("P1W", 0, 7, "P7D"), ("P1Y", 12, 0, "P1Y"),
        ("P1Y2M3W4D", 14, 25, "P14M25D"), ("P18M", 18, 0, "P18M"), ("P24M", 24, 0, "P2Y"),
    ])
    func reads(_ text: String, _ months: Int, _ days: Int, _ written: String) throws {
        let period = try #require(CalendarPeriod(text))
        #expect((period.months, period.days) == (months, days))
        #expect(period.description == written)
        #expect(CalendarPeriod(written) == period)
        let data = try JSONEncoder().encode([period])
        #expect(try JSONDecoder().decode([CalendarPeriod].self, from: data) == [period])
    }

    @Test(arguments: [
        "", "P", "1M", "PM", "P0D", "P-1D", "P1.5M", "P1D1M", "P1M1M", "PT1H", "P1DT1H", "p1m", "P9999999D",
        "P1",
        "P1001Y", " P1M", "P1M ",
    ])
    func refuses(_ text: String) {
        #expect(CalendarPeriod(text) == nil)
    }

    @Test(arguments: [
        ("2021-01-31", "P1M", 1, "2021-02-28"), ("2024-01-31", "P1M", 1, "2024-02-29"),
        ("2021-01-31", "P1M", 2, "2021-03-31"), ("2021-10-31", "P1M", 1, "2021-11-30"),
        ("2024-02-29", "P1Y", 1, "2025-02-28"), ("2024-02-29", "P1Y", 4, "2028-02-29"),
        ("2021-11-30", "P3M", 1, "2022-02-28"), ("2021-12-31", "P1M1D", 1, "2022-02-01"),
        ("2021-02-27", "P7D", 3, "2021-03-20"), ("1999-12-31", "P1D", 1, "2000-01-01"),
        ("9999-12-01", "P1M", 1, "9999-12-31T23:59:59.999Z"),
        ("2021-01-01", "P1M", Int.max, "9999-12-31T23:59:59.999Z"),
    ])
    func adds(_ start: String, _ period: String, _ times: Int, _ end: String) throws {
        let period = try #require(CalendarPeriod(period))
        #expect(at(start).adding(period, times: times) == at(end))
    }

    @Test func keepsTheTimeOfDay() throws {
        let period = try #require(CalendarPeriod("P1M"))
        #expect(at("2021-01-31T19:41:58.007Z").adding(period) == at("2021-02-28T19:41:58.007Z"))
    }

    @Test func everyDayCountsBackToItself() {
        for count in stride(from: -800_000, through: 3_000_000, by: 137) {
            #expect(CivilDate(daysSince1970: count).daysSince1970 == count)
        }
    }
}

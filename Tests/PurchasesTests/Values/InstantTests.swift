import Foundation
import Purchases
import Testing

/// Source: RFC 3339; milliseconds and UTC as App Store dates have them.
@Suite struct InstantTests {
    @Test(arguments: [
        ("2021-08-11T19:41:58Z", 1_628_710_918_000), ("2021-08-09T18:26:02.696Z", 1_628_533_562_696),
        ("2021-08-11", 1_628_640_000_000), ("2021-08-11t19:41:58z", 1_628_710_918_000),
        ("2021-08-11T21:41:58+02:00", 1_628_710_918_000), ("2021-08-11T14:11:58-05:30", 1_628_710_918_000),
        ("2021-08-11T19:41:58.6Z", 1_628_710_918_600), ("2021-08-11T19:41:58.6969Z", 1_628_710_918_696),
        ("2021-08-11T19:41:58.000000001Z", 1_628_710_918_000), ("1970-01-01", 0),
        ("2024-02-29", 1_709_164_800_000),
        ("2000-02-29", 951_782_400_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ("1970-01-01T00:30:00-01:00", 5_400_000),
    ])
    func reads(_ text: String, _ milliseconds: Int64) {
        #expect(Instant(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2021", "2021-8-11", "2021-08-1", "+021-08-11", "-021-08-11", "20210811", "2021-13-01",
        "2021-00-10",
        "2021-02-29", "1900-02-29", "2021-04-31", "2021-08-00", "0000-01-01", "1969-12-31", "99999-01-01",
        "10000-01-01", "9999-12-31T23:59:59-01:00", "1970-01-01T00:00:00+00:01", "2021-08-11Z",
        "2021-08-11T19:41Z", "2021-08-11T19:41:58", "2021-08-11 19:41:58Z", "2021-08-11T24:00:00Z",
        "2021-08-11T23:60:00Z", "2021-08-11T23:59:60Z", "2021-08-11T1:41:58Z", "2021-08-11T19:41:58.Z",
        "2021-08-11T19:41:58,5Z", "2021-08-11T19:41:58Zx", "2021-08-11T19:41:58 Z",
        "2021-08-11T19:41:58+0200",
        "2021-08-11T19:41:58+02", "2021-08-11T19:41:58+24:00", "2021-08-11T19:41:58+00:60",
        "2021-08-11T19:41:58GMT", "٢٠٢١-08-11", "2021-08-11T19:41:58.1234567890Z", "yesterday",
    ])
    func refuses(_ text: String) {
        #expect(Instant(text) == nil)
    }

    @Test(arguments: [
        ("2021-08-11T19:41:58", true), ("2021-08-11 19:41:58", true), ("2021-08-11 19:41:58.696", true),
        ("2021-08-11 19:41", true), ("2021-08-11T19:41:58Z", false), ("2021-08-11", false),
        ("2021-08-11 24:00:00", false), ("2021-08-11 19:41:58 Etc/GMT", false), ("soon", false), ("", false),
    ])
    func knowsATimeWithoutAZone(_ text: String, _ isOne: Bool) {
        #expect(Instant.isWithoutZone(text) == isOne)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (1_628_710_918_000, "2021-08-11T19:41:58Z"),
        (1_628_533_562_696, "2021-08-09T18:26:02.696Z"), (1_628_533_562_006, "2021-08-09T18:26:02.006Z"),
        (951_782_400_000, "2000-02-29T00:00:00Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
    ])
    func writes(_ milliseconds: Int64, _ text: String) {
        #expect(Instant(milliseconds: milliseconds).description == text)
    }

    @Test func everyMillisecondSurvivesItsText() {
        for milliseconds in Int64(0)..<2000 {
            for start in [1_628_533_562_000, 253_402_300_797_000] as [Int64] {
                let instant = Instant(milliseconds: start + milliseconds)
                #expect(Instant(instant.description) == instant)
            }
        }
    }

    @Test(arguments: [
        (0, false), (1, true), (253_402_300_799_999, true), (253_402_300_800_000, false), (-1, false),
    ])
    func isPlausible(_ milliseconds: Int64, _ expected: Bool) {
        #expect(Instant(milliseconds: milliseconds).isPlausible == expected)
    }

    @Test func isKeptAsItsNumber() throws {
        let instant = Instant(milliseconds: 1_628_533_562_696)
        let data = try JSONEncoder().encode([instant])
        #expect(String(decoding: data, as: UTF8.self) == "[1628533562696]")
        #expect(try JSONDecoder().decode([Instant].self, from: data) == [instant])
        #expect(Instant(instant.date) == instant)
    }

    @Test(arguments: [(0, 0), (86_399_999, 0), (86_400_000, 1), (5_184_000_000, 60), (5_183_999_999, 59)])
    func countsWholeDays(_ milliseconds: Int64, _ days: Int) {
        #expect(TimeLength(milliseconds).wholeDays == days)
    }
}

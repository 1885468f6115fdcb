import PersistenceTesting
import Purchases
import Testing
import Wording

struct ReaderTests {
    private static let moment = Instant(milliseconds: 1_628_710_918_000)
    private let person = Reader.person(at: moment)

    @Test func aPersonReadsTimesInWords() {
        #expect(person.moment(Self.moment) == "11\u{A0}Aug\u{A0}19:41")
        #expect(person.day(Self.moment) == "11\u{A0}Aug")
    }

    @Test func aProgramReadsTimesExactly() {
        #expect(Reader.program.moment(Self.moment) == "2021-08-11T19:41:58Z")
        #expect(Reader.program.day(Self.moment) == "2021-08-11")
    }

    @Test func aPersonReadsThousandsApart() {
        let price = Money(milliunits: 66_000_000, currency: "KRW")
        #expect(person.money(price) == "66\u{A0}000 KRW")
        #expect(Reader.program.money(price) == "66000 KRW")
    }
}

import AppStore
import CustomDump
import Foundation
import Intake
import Persistence
import PersistenceTesting
import Purchases
import Testing

@Suite struct CustomerTableTests {
    private static let header =
        "app_user_id,email,name,app_account_token,created_at,updated_at,locale,country\n"

    @Test func quotesCommasAndLineEnds() throws {
        let rows =
            "u_1,zoe@example.org,\"Zoë \"\"Z\"\", Dr.\nO'Neill\",,2020-01-01,,de_DE,DE\r\nu_2,,José,,,,,\n"
        let documents = ReadingSamples.documents(Self.header + rows)
        expectNoDifference(documents.map(\.source), ["f:2", "f:4"])
        expectNoDifference(documents.first?.contents.person?.values.name, "Zoë \"Z\", Dr.\nO'Neill")
        expectNoDifference(
            documents.last?.contents.person, .init(id: AppUserID("u_2"), values: CustomerValues(name: "José"))
        )
    }

    /// A quote that is opened and never closed takes the next row with it, up to that row's own quote.
    @Test func aBadRowDoesNotStopTheRest() {
        let rows = [
            "u_1", ",x", "\"u_2\"x", "u_3,a,b,c,d,e,f,g,h", "u_4,\"open", "u_5,5\" tall", "u_6,,,,yesterday",
        ]
        expectNoDifference(
            ReadingSamples.words(Self.header + rows.joined(separator: "\n")),
            [
                "f:2 customers", "f:3 missing_id", "f:4 not_csv", "f:5 not_csv", "f:6 not_csv",
                "f:8 bad_date",
            ])
    }

    @Test func columnsComeInAnyOrderAndNumber() {
        let documents = ReadingSamples.documents("\u{FEFF}\"Name\", app_user_id\nJosé,u_1\n")
        #expect(documents.first?.contents.person?.values.name == "José")
        #expect(documents.first?.contents.person?.id == AppUserID("u_1"))
    }

    @Test(arguments: [";", "\t"])
    func spreadsheetsWriteOtherSeparators(_ separator: String) {
        let rows = [
            ["\u{FEFF}\"app_user_id\"", "name", "email"], ["u_1", "Müller, Zoë", "zoe@example.org"],
            ["u_2", "\"Dr.\(separator)\"\"Z\"\"\"", ""], ["u_3", "a", "b", "c"], ["", "nobody", ""],
        ]
        let text = rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n")
        let documents = ReadingSamples.documents(text)
        expectNoDifference(
            documents.map { $0.contents.person?.values.name?.whole }, ["Müller, Zoë", "Dr.\(separator)\"Z\""])
        expectNoDifference(documents.first?.contents.person?.values.email?.whole, "zoe@example.org")
        expectNoDifference(
            ReadingSamples.words(text), ["f:2 customers", "f:3 customers", "f:4 not_csv", "f:5 missing_id"])
    }

    /// A rejected row goes to quarantine with its header, by which it is read again as it was.
    @Test func aRejectedRowKeepsItsSeparator() throws {
        let rejected = try #require(ReadingSamples.rejections("app_user_id;name\nu_1;a;b\n").first)
        expectNoDifference(rejected.body, Data("app_user_id;name\nu_1;a;b".utf8))
        expectNoDifference(
            ReadingSamples.words(String(decoding: rejected.body, as: UTF8.self)), ["f:2 not_csv"])
    }

    @Test func aRejectedRowIsKeptUnderItsHeader() throws {
        let rejected = try #require(ReadingSamples.rejections("app_user_id,name\n,José\n").first)
        #expect(rejected.kind == "customers")
        #expect(String(decoding: rejected.body, as: UTF8.self).contains("José"))
        let secret = try #require(ReadingSamples.rejections("app_user_id,password\nu,hush,x\n").first)
        #expect(!String(decoding: secret.body, as: UTF8.self).contains("hush"))
    }

    @Test func theHeaderMustNameTheCustomer() {
        let customers = DocumentContext(kind: .customers)
        expectNoDifference(ReadingSamples.words("email\nx\n", customers), ["f not_csv"])
        expectNoDifference(ReadingSamples.words("app_user_id,app_user_id\nx,y\n"), ["f not_csv"])
        expectNoDifference(ReadingSamples.words("app_user_id,name\n"), [])
    }
}

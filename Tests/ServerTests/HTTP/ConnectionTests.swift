import AppStoreSimulator
import Foundation
import NIOHTTP1
import Purchases
import Testing

/// What HTTP asks of a connection, byte by byte.
struct ConnectionTests {
    private static func report(_ place: Int, _ shop: ServedShop, _ headers: String = "") -> String {
        let body =
            #"{"attempt_id":"a-\#(place)","app_user_id":"u_1","product_id":"tea.yearly","environment":"Production","#
            + #""events":[{"at":"2026-01-31T07:59:00Z","state":"purchasing"}]}"#
        return
            "POST /v1/purchase-reports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(shop.app)\r\n\(headers)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// Requests that come together: each that is stored is answered, and nothing is looked at behind the one that ends the
    /// connection.
    @Test(arguments: [4, 2]) func everyRequestThatIsStoredIsAnswered(_ last: Int) async throws {
        try await ServedShop.serving({ $0.asksApple = false }) { shop in
            let requests = (1...4).map { place in
                ConnectionTests.report(place, shop, place == last ? "Connection: close\r\n" : "")
            }
            let answers = try await RawConnection.talk(to: shop.port, requests.joined())
            #expect(answers.components(separatedBy: "HTTP/1.1 202 ").count - 1 == last, "\(answers)")
            #expect(answers.components(separatedBy: "connection: close").count - 1 == 1)
            #expect(try shop.documents() == last)
        }
    }

    @Test func aRequestNamesOneHost() async throws {
        try await ServedShop.serving { shop in
            for hosts in ["", "Host: x\r\nHost: x\r\n", "Host: x\r\nhost: y\r\n"] {
                let answer = try await RawConnection.talk(
                    to: shop.port, "GET /health HTTP/1.1\r\n\(hosts)\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains(#""code":"host""#), "\(hosts)")
            }
        }
    }

    @Test func anOldRequestEndsTheConnectionUnlessItAsksForMore() async throws {
        try await ServedShop.serving { shop in
            let one = try await RawConnection.talk(to: shop.port, "GET /health HTTP/1.0\r\n\r\n")
            #expect(one.hasPrefix("HTTP/1.1 200 ") && one.contains("connection: close"), "\(one)")
            let two = try await RawConnection.talk(
                to: shop.port,
                "GET /health HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\nGET /health HTTP/1.0\r\n\r\n")
            #expect(two.components(separatedBy: "HTTP/1.1 200 ").count - 1 == 2, "\(two)")
            #expect(two.contains("connection: keep-alive"))
        }
    }

    @Test func aFormIsNoNotification() async throws {
        try await ServedShop.serving({ $0.asksApple = false }) { shop in
            let (delivery, _) = try shop.bought()
            for type in ["application/x-www-form-urlencoded", "Multipart/Form-Data; boundary=x"] {
                let answer = try await shop.send(
                    .POST, "/apple/notifications", headers: ["content-type": type], body: delivery.body)
                #expect(answer.status == 415 && answer.kind == "unsupported_media_type", "\(type)")
            }
            #expect(try shop.documents() == 0)
            let heard = try await shop.send(
                .POST, "/apple/notifications", headers: ["content-type": "application/json;charset=UTF-8"],
                body: delivery.body)
            #expect(heard.status == 200)
        }
    }
}

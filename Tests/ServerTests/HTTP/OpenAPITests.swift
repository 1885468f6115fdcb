import Foundation
import HTTPTypes
import Persistence
import Server
import Testing
import Yams

/// Holds the routes and their document equal.
struct OpenAPITests {
    private let document: OpenAPIDocument

    init() throws { document = try OpenAPIDocument() }

    @Test func everyRouteIsDocumentedAndNothingElse() async throws {
        let keys = document.operations.mapValues { operation in
            Set((operation["security"] as? [[String: Any]] ?? []).flatMap(\.keys))
        }
        try await ServedShop.serving { shop in
            let routes = shop.server.door.endpoints
            #expect(Set(routes.map { "\($0.method.rawValue) \($0.path)" }) == Set(keys.keys))
            for route in routes {
                let documented = keys["\(route.method.rawValue) \(route.path)"]
                #expect(documented == Set(route.scopes.map { "\($0.rawValue)Key" }), "\(route.path)")
            }
        }
    }

    /// Every status that a problem can have is documented where it can come, and no other.
    @Test func everyStatusIsDocumented() throws {
        let statuses = Set(document.statuses.values.joined())
        let problems = Set(Problem.Kind.allCases.map { String($0.status.code) })
        // What every address answers that is none, or to a method that it does not know.
        #expect(problems.subtracting(statuses) == ["405"])
        #expect(statuses.subtracting(problems) == ["200", "202", "304"])
    }

    @Test func everyReferenceLeadsSomewhere() throws {
        func references(_ value: Any) -> [String] {
            switch value {
            case let members as [String: Any]:
                members.flatMap { key, value in
                    key == "$ref" ? [value as? String ?? ""] : references(value)
                }
            case let elements as [Any]: elements.flatMap(references)
            default: []
            }
        }
        for reference in Set(references(document.members)) {
            var place: Any? = document.members
            for part in reference.dropFirst(2).split(separator: "/") {
                place = (place as? [String: Any])?[String(part)]
            }
            #expect(place != nil, "\(reference)")
        }
    }
}

/// What `docs/openapi.yaml` says.
struct OpenAPIDocument {
    let members: [String: Any]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/openapi.yaml"), encoding: .utf8)
        members = try #require(try Yams.load(yaml: text) as? [String: Any])
    }

    /// Each operation by its method and path.
    var operations: [String: [String: Any]] {
        let paths = members["paths"] as? [String: [String: Any]] ?? [:]
        return Dictionary(
            uniqueKeysWithValues: paths.flatMap { path, methods in
                methods.compactMap { method, operation in
                    (operation as? [String: Any]).map { ("\(method.uppercased()) \(path)", $0) }
                }
            })
    }

    /// The statuses with which each operation may answer.
    var statuses: [String: Set<String>] {
        operations.mapValues { Set(($0["responses"] as? [String: Any] ?? [:]).keys) }
    }
}

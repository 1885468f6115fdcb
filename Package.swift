// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let certificates: [Target.Dependency] = [
    .product(name: "X509", package: "swift-certificates"),
    .product(name: "SwiftASN1", package: "swift-asn1"),
    .product(name: "CryptoExtras", package: "swift-crypto"),
]
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let yams: Target.Dependency = "Yams"
let hummingbird: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "HummingbirdTLS", package: "hummingbird"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOSSL", package: "swift-nio-ssl"),
]
let asyncHTTPClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let jwtKit: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let customDump: [Target.Dependency] = [
    .product(name: "CustomDump", package: "swift-custom-dump"),
    // Without it a difference that CustomDump finds is printed and fails no test.
    .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
]

/// A Swift room of the house, held to the same strict settings as every other.
func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
    resources: [Resource]? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: settings)
}

/// The tests of one room.
func tests(
    of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies, exclude: exclude,
        swiftSettings: settings)
}

let package = Package(
    name: "makegood",
    products: [
        .executable(name: "makegood", targets: ["makegood"]),
        .executable(name: "makegood-server", targets: ["makegood-server"]),
        .executable(name: "makegood-bench", targets: ["makegood-bench"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.0"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CNcurses"),
        .target(name: "CTerminal"),
        .target(name: "CStore"),
        .target(name: "CKernel"),
        .systemLibrary(name: "CZlib"),
        .target(
            name: "CBench", path: "Tests/CBench",
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("util")]),
        room("TerminalCore"),
        room("TerminalCurses", ["TerminalCore", "CNcurses", "CTerminal"]),
        room("TerminalTesting", ["TerminalCore"], path: "Tests/TerminalTesting"),
        // `Themes` leads to the package's folder of that name, whose files become a part of the program.
        room("YAMLTexts", [yams]),
        room("Widgets", ["TerminalCore", "YAMLTexts", yams], resources: [.embedInCode("Themes")]),
        room("Purchases"),
        room("JSONValues"),
        room("AppStore", ["Purchases", "JSONValues", crypto] + certificates),
        room("AppStoreTesting", ["AppStore", "JSONValues", "Purchases", crypto] + certificates),
        room("Persistence", ["JSONValues", "Purchases", crypto]),
        // The engine of stores in files; programs choose it, and no room that reads or writes a store knows it.
        room("FileStore", ["Persistence", "Purchases", "CStore", grdb, sqlite, crypto]),
        // It looks behind the store's back, as no room of Sources but FileStore may.
        room(
            "PersistenceTesting", ["FileStore", "Persistence", "Purchases", grdb, crypto],
            path: "Tests/PersistenceTesting"),
        // The second engine, which only tests use so far.
        .target(name: "CPostgres", path: "Tests/CPostgres", linkerSettings: [.linkedLibrary("dl")]),
        room("StorePostgres", ["CPostgres", "Persistence", "Purchases"], path: "Tests/StorePostgres"),
        room(
            "PostgresTesting", ["StorePostgres", "FileStore", "Persistence", grdb, sqlite],
            path: "Tests/PostgresTesting"),
        room("Intake", ["AppStore", "JSONValues", "Purchases", "Persistence", "YAMLTexts", yams]),
        room("Practice", ["AppStore", "JSONValues", "Purchases", "Intake", "Persistence"]),
        room("Wording", ["Purchases", "Persistence"]),
        room("Manuals"),
        room("JSONAnswers", ["JSONValues", "Wording", "Purchases", "Persistence"]),
        room("Alarms", ["JSONAnswers", "JSONValues", "Persistence", "Purchases", "Wording", "CKernel"]),
        room("Console", ["Widgets", "TerminalCore", "Wording", "Purchases", "Persistence"]),
        .executableTarget(
            name: "makegood",
            dependencies: [
                "Alarms", "Console", "Wording", "Practice", "Intake", "AppStore", "JSONAnswers", "JSONValues",
                "FileStore", "Manuals", "Persistence",
                "Purchases", "Widgets",
                "TerminalCore", "TerminalCurses", "CTerminal", "CKernel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        room(
            "AppStoreClient",
            [
                "AppStore", "JSONValues", "Purchases", asyncHTTPClient, jwtKit, logging,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        room(
            "Server",
            [
                "Alarms", "AppStoreClient", "AppStore", "Intake", "JSONAnswers", "JSONValues", "Persistence",
                "Purchases",
                "Wording", "CKernel", "CZlib", asyncHTTPClient, lifecycle, logging,
                crypto, yams, "YAMLTexts",
            ] + hummingbird),
        room(
            "AppStoreSimulator",
            [
                "AppStoreClient", "AppStore", "AppStoreTesting", "JSONValues", "Purchases", asyncHTTPClient,
                jwtKit, lifecycle, logging, crypto, yams, "YAMLTexts",
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
            ] + certificates + hummingbird),
        .executableTarget(
            name: "makegood-server",
            dependencies: [
                "Alarms", "Server", "AppStoreClient", "AppStoreSimulator", "AppStore", "Intake",
                "JSONAnswers",
                "FileStore", "JSONValues", "Manuals", "Persistence", "Practice", "Purchases", "Wording",
                lifecycle,
                logging,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "makegood-bench",
            dependencies: [
                "Console", "Practice", "Intake", "AppStore", "AppStoreTesting", "FileStore", "JSONValues",
                "Persistence", "Purchases", "Widgets", "TerminalCore", "CBench", "Server", asyncHTTPClient,
                lifecycle,
                logging,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/makegood-bench", swiftSettings: settings),
        tests(of: "TerminalCore", ["CTerminal"]),
        tests(of: "TerminalCurses", ["TerminalCore", "CTerminal"]),
        tests(of: "Widgets", ["TerminalCore", "TerminalTesting"], exclude: ["Screens"]),
        tests(of: "Manuals"),
        tests(of: "Purchases", customDump),
        tests(of: "JSONValues", customDump),
        tests(of: "YAMLTexts", [yams]),
        tests(of: "AppStore", ["AppStoreTesting", "JSONValues", "Purchases"] + customDump),
        tests(
            of: "Persistence",
            [
                "FileStore", "PersistenceTesting", "PostgresTesting", "StorePostgres", "Wording", "Purchases",
                grdb,
                sqlite,
            ] + customDump),
        tests(
            of: "FileStore",
            ["Persistence", "PersistenceTesting", "Purchases", "Wording", "CStore", grdb, sqlite] + customDump
        ),
        tests(
            of: "StorePostgres",
            ["PostgresTesting", "FileStore", "Persistence", "PersistenceTesting", sqlite]),
        tests(
            of: "Intake",
            [
                "AppStore", "AppStoreTesting", "FileStore", "JSONValues", "Wording", "Purchases",
                "Persistence",
                "PersistenceTesting",
            ] + customDump),
        tests(of: "Wording", ["FileStore", "PersistenceTesting", "Purchases", "Persistence"]),
        tests(
            of: "Practice",
            ["FileStore", "Intake", "Purchases", "Persistence", "PostgresTesting"] + customDump),
        tests(
            of: "Console",
            [
                "Widgets", "TerminalCore", "TerminalTesting", "Wording", "Practice", "Intake", "Purchases",
                "FileStore", "Persistence", "PersistenceTesting",
            ],
            exclude: ["Screens"]),
        tests(
            of: "makegood",
            [
                "Alarms", "AppStore", "FileStore", "JSONAnswers", "Wording", "Purchases", "Persistence",
                "TerminalCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests(
            of: "makegood-server",
            [
                "AppStoreSimulator", "AppStoreClient", "FileStore", "Server", "Persistence", "Practice",
                "Purchases",
                "PersistenceTesting", "JSONValues", "Wording",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests(
            of: "makegood-bench",
            ["AppStore", "AppStoreTesting", "FileStore", "JSONValues", "Persistence", "Purchases"]),
        tests(
            of: "AppStoreClient",
            ["AppStore", "JSONValues", "Purchases", crypto, jwtKit, logging] + certificates + hummingbird),
        tests(
            of: "AppStoreSimulator",
            [
                "AppStore", "AppStoreClient", "AppStoreTesting", "JSONValues", "Purchases", asyncHTTPClient,
                logging, crypto,
            ]
                + customDump, exclude: ["Judge"]),
        tests(
            of: "Server",
            [
                "Alarms", "AppStoreClient", "AppStoreSimulator", "AppStoreTesting", "AppStore", "Intake",
                "FileStore", "JSONValues", "Persistence", "PersistenceTesting", "Purchases", asyncHTTPClient,
                crypto,
                lifecycle, logging,
                yams, .product(name: "HummingbirdTesting", package: "hummingbird"),
            ] + hummingbird + customDump + certificates, exclude: ["Contract/Answers"]),
        .testTarget(name: "ArchitectureTests", exclude: ["Recorded"], swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["makegood", "makegood-bench", "makegood-server", "AppStoreTesting", "JSONValues"],
            exclude: ["Contract/Answers", "Contract/makegood.txt", "Contract/makegood-server.txt"],
            swiftSettings: settings),
    ]
)

// One room by itself: `ROOM=Persistence swift test` builds and links what that room's tests need and nothing else, in the
// same folder of objects (docs/contributing.md).
if let room = Context.environment["ROOM"] {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var needed: Set<String> = []
    func need(_ name: String) {
        guard let target = targets[name], needed.insert(name).inserted else { return }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): need(name)
            default: break
            }
        }
    }
    need("\(room)Tests")
    guard !needed.isEmpty else { fatalError("ROOM=\(room): there is no \(room)Tests") }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { !needed.contains($0.name) }
}

import Foundation
import Testing

/// Holds the arrows of docs/architecture.md: what each room may know.
struct ArrowTests {
    private let tree: SourceTree

    init() throws { tree = try SourceTree.read() }

    /// What each room may import beside Foundation and the C library.
    private static let allowed: [String: Set<String>] = [
        "TerminalCore": [],
        "TerminalCurses": ["TerminalCore", "CNcurses", "CTerminal"],
        "TerminalTesting": ["TerminalCore", "Testing"],
        "YAMLTexts": ["CYaml", "Yams"],
        "Widgets": ["TerminalCore", "YAMLTexts", "Yams"],
        "Purchases": [],
        "JSONValues": [],
        "AppStore": ["JSONValues", "Purchases", "Crypto", "X509", "SwiftASN1"],
        "AppStoreTesting": [
            "AppStore", "JSONValues", "Purchases", "Crypto", "CryptoExtras", "X509", "SwiftASN1",
        ],
        "Persistence": ["JSONValues", "Purchases", "Crypto"],
        "FileStore": ["Persistence", "Purchases", "Crypto", "GRDB", "GRDBSQLite", "CStore"],
        "Intake": ["AppStore", "JSONValues", "Purchases", "Persistence", "YAMLTexts", "Yams"],
        "Practice": ["AppStore", "JSONValues", "Purchases", "Intake", "Persistence"],
        "Wording": ["Purchases", "Persistence"],
        "Manuals": [],
        "JSONAnswers": ["JSONValues", "Wording", "Purchases", "Persistence"],
        "Alarms": ["JSONAnswers", "JSONValues", "Persistence", "Purchases", "Wording", "CKernel"],
        "AppStoreClient": [
            "AppStore", "JSONValues", "Purchases", "AsyncHTTPClient", "JWTKit", "Logging", "NIOCore",
            "NIOFoundationCompat", "NIOHTTP1", "NIOSSL",
        ],
        "Server": [
            "Alarms", "AppStoreClient", "AppStore", "Intake", "JSONAnswers", "JSONValues", "Persistence",
            "Purchases",
            "Wording", "CKernel", "CZlib", "AsyncHTTPClient", "Crypto", "HTTPTypes",
            "Hummingbird",
            "HummingbirdCore", "HummingbirdTLS", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes",
            "NIOPosix",
            "NIOSSL", "ServiceLifecycle", "YAMLTexts", "Yams",
        ],
        "AppStoreSimulator": [
            "AppStoreClient", "AppStore", "AppStoreTesting", "JSONValues", "Purchases", "AsyncHTTPClient",
            "Crypto", "CryptoExtras",
            "HTTPTypes", "Hummingbird", "HummingbirdTLS", "JWTKit", "Logging", "NIOCore",
            "NIOFoundationCompat", "NIOHTTP1",
            "NIOPosix", "NIOSSL", "ServiceLifecycle", "SwiftASN1", "X509", "YAMLTexts", "Yams",
        ],
        "makegood-server": [
            "Alarms", "Server", "AppStoreClient", "AppStoreSimulator", "AppStore", "Intake",
            "JSONAnswers",
            "JSONValues", "Manuals",
            "FileStore", "Persistence", "Practice", "Purchases", "Wording", "ServiceLifecycle", "Logging",
            "NIOCore", "ArgumentParser", "HTTPTypes", "Hummingbird", "NIOPosix",
        ],
        "Console": ["Widgets", "TerminalCore", "Wording", "Purchases", "Persistence"],
        "makegood": [
            "Alarms", "Console", "Wording", "Practice", "Intake", "AppStore", "JSONAnswers", "JSONValues",
            "FileStore", "Manuals", "Persistence",
            "Purchases", "Widgets", "TerminalCore",
            "TerminalCurses", "CKernel", "CTerminal", "ArgumentParser", "Logging",
        ],
        "makegood-bench": [
            "Console", "Practice", "Intake", "AppStore", "AppStoreTesting", "FileStore", "JSONValues",
            "Persistence", "Purchases",
            "Widgets", "TerminalCore", "CBench", "ArgumentParser", "Server", "AsyncHTTPClient", "Hummingbird",
            "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "ServiceLifecycle",
        ],
        // Below `Tests`, for tests alone.
        "PersistenceTesting": ["FileStore", "Persistence", "Purchases", "GRDB", "Crypto", "Testing"],
        "StorePostgres": ["CPostgres", "Persistence", "Purchases"],
        "PostgresTesting": ["StorePostgres", "FileStore", "Persistence", "GRDB", "GRDBSQLite"],
    ]
    private static let everywhere: Set<String> = ["Foundation", "Dispatch", "Glibc", "Synchronization"]

    @Test func everyRoomImportsOnlyWhatItMayKnow() throws {
        for file in tree.files {
            let allowed = try #require(Self.allowed[file.room], "\(file.room) is no room of the house")
            let strangers = Set(file.imports).subtracting(allowed).subtracting(Self.everywhere)
            #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
        }
    }

    @Test func terminalCoreNeedsNoFoundation() {
        for file in tree.files where file.room == "TerminalCore" {
            #expect(!file.imports.contains("Foundation"), "\(file.path)")
        }
    }

    @Test func everyRoomHasSources() {
        #expect(Set(tree.files.map(\.room)) == Set(Self.allowed.keys))
    }

    /// They show it to the rooms of the tests that look behind the store's back.
    @Test func twoFilesShowTheDatabaseLibrary() {
        let found = tree.files.filter { $0.room == "FileStore" && $0.text.contains("package import GRDB") }
        #expect(Set(found.map(\.name)) == ["FileConnection.swift", "FileEngine.swift"])
    }

    /// The files of the programs that know which engine a store stands on: those that open or make one, and the commands that
    /// are about files.
    private static let choosers: [String: Set<String>] = [
        "makegood": [
            "Completions.swift", "Invocation.swift", "RestoreCommand.swift", "StoreCommands.swift",
        ],
        "makegood-server": ["DemoCommand.swift", "DemoShop.swift", "ServerInvocation.swift"],
    ]

    @Test func fewFilesChooseTheEngine() {
        for (room, names) in Self.choosers {
            let found = tree.files.filter { $0.room == room && $0.imports.contains("FileStore") }
            #expect(Set(found.map(\.name)) == names)
        }
    }

    /// Statements are run by the store and its engines alone: what they say of it is open within the package, and others
    /// have no business with it. The bench measures what lies beneath.
    @Test func onlyTheStoreRunsStatements() {
        let floor =
            /\b(?:EngineConnection|StatementCursor|StoredRow|WriterTurn|StoreTransaction|any Engine)\b/
        let rooms: Set<String> = [
            "Persistence", "FileStore", "makegood-bench", "PersistenceTesting", "StorePostgres",
            "PostgresTesting",
        ]
        for file in tree.files where !rooms.contains(file.room) {
            #expect(!file.text.contains(floor), "\(file.path) reaches below the store")
            let asks = file.text.contains(/[sS]tore\.(?:read|write)(?:\(\.| \{)/)
            #expect(!asks, "\(file.path) reads or writes a store by itself")
        }
    }

    @Test func noModuleSharesItsNameWithAType() throws {
        let declaration = /(?:struct|class|enum|actor|protocol|typealias) (\w+)/
        for file in tree.files {
            let names = file.text.matches(of: declaration).map { String($0.output.1) }
            let clashes = Set(names).intersection(Self.allowed.keys)
            #expect(clashes.isEmpty, "\(file.path) declares \(clashes)")
        }
    }
}

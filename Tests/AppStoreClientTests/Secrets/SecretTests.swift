import AppStoreClient
import Foundation
import Purchases
import Testing

struct SecretTests {
    private let text = "5d41402abc4b2a76b9719d911017c592"

    @Test func nothingPrintsIt() {
        let secret = Secret(text)
        var dumped = ""
        dump(secret, to: &dumped)
        let access = AppStoreAccess(bundleID: BundleID("com.example.app"), sharedSecret: secret)
        dump(access, to: &dumped)
        let told = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])",
            "\(Optional(secret) as Any)", "\(access)", String(reflecting: access), dumped,
        ]
        for line in told { #expect(!line.contains(text.prefix(8))) }
        #expect(secret.use { $0 } == text)
    }

    @Test func aPrivateKeyIsNotPrintedEither() throws {
        let key = try AppStoreKey(pem: Secret(TestKey.pem), id: "KEYID12345", issuerID: "issuer")
        var dumped = "\(key) \(String(reflecting: key))"
        dump(key, to: &dumped)
        let body = TestKey.pem.split(separator: "\n")[1]
        #expect(!dumped.contains(body.prefix(16)))
    }

    @Test(arguments: ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
    func whatIsNoKeyIsRefusedWithoutQuotingIt(_ pem: String) {
        let error = #expect(throws: AppStoreKeyError.self) {
            try AppStoreKey(pem: Secret(pem), id: "KEYID12345", issuerID: "issuer")
        }
        #expect(error == .notPrivateKey)
        #expect(error?.words.contains("AAAA") == false)
    }
}

struct SecretFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("secret-\(UUID().uuidString)").path

    private func file(_ contents: String, mode: Int = 0o600) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + UUID().uuidString
        try Data(contents.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test(arguments: [0o600, 0o400, 0o700])
    func whatOnlyTheOwnerReadsIsRead(mode: Int) throws {
        let path = try file("  abc123\n\n", mode: mode)
        #expect(try SecretFile.read(path).use { $0 } == "abc123")
    }

    @Test(arguments: [0o640, 0o604, 0o644, 0o620, 0o602, 0o666, 0o601])
    func whatIsMoreOpenIsRefusedAndSaysChmod(mode: Int) throws {
        let path = try file("abc123", mode: mode)
        let error = #expect(throws: SecretFileError.self) { try SecretFile.read(path) }
        #expect(error == .tooOpen(path, mode: mode))
        #expect(error?.words.contains("chmod 600 \(path)") == true)
        #expect(error?.words.contains("abc123") == false)
    }

    @Test func aLinkLeadsToWhatIsChecked() throws {
        let (closed, open) = (try file("abc123"), try file("abc123", mode: 0o644))
        for (target, isFine) in [(closed, true), (open, false)] {
            let link = folder + "/link-\(isFine)-\(UUID().uuidString)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            #expect(((try? SecretFile.read(link)) != nil) == isFine)
        }
    }

    @Test func whatIsNoSecretIsSaidByName() throws {
        let large = try file(String(repeating: "a", count: SecretFile.sizeLimit + 1))
        #expect(throws: SecretFileError.tooLarge(large)) { try SecretFile.read(large) }
        let empty = try file(" \n")
        #expect(throws: SecretFileError.empty(empty)) { try SecretFile.read(empty) }
        #expect(throws: SecretFileError.missing(empty + "x")) { try SecretFile.read(empty + "x") }
        #expect(throws: SecretFileError.notFile(folder)) { try SecretFile.read(folder) }
        let bytes = try file("")
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: bytes))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: bytes)
        #expect(throws: SecretFileError.notText(bytes)) { try SecretFile.read(bytes) }
        // Nobody writes into it: opening it must not wait for anybody.
        let pipe = folder + "/pipe-\(UUID().uuidString)"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: SecretFileError.notFile(pipe)) { try SecretFile.read(pipe) }
    }
}

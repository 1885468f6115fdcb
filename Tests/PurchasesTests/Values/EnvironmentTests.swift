import Purchases
import Testing

/// Source: Apple, `environment`; notifications of version 1 write `PROD`.
@Suite struct EnvironmentTests {
    @Test(arguments: [
        ("PROD", "Production", true), ("Production", "Production", true), ("Sandbox", "Sandbox", true),
        ("Xcode", "Xcode", false), ("LocalTesting", "LocalTesting", false), ("Moon", "Moon", true),
    ])
    func keepsApplesWord(_ text: String, _ name: String, _ isSigned: Bool) {
        #expect(AppStoreEnvironment(rawValue: text).rawValue == name)
        #expect(AppStoreEnvironment(rawValue: text).isSignedByApple == isSigned)
    }
}

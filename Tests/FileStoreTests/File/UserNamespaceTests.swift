import Testing

@testable import FileStore
@testable import Persistence

/// Where the kernel cannot tell who owns a store, it cannot tell who anybody is.
struct UserNamespaceTests {
    private static let everybody = "         0          0 4294967295"

    @Test(arguments: [
        // The first namespace has everybody, somebody with the number of overflow, too.
        (UInt32(1000), everybody, true), (65_534, everybody, true), (0, everybody, true),
        // unshare -Ur: root is whoever made it. The owner is that one, or unknown.
        (0, "0 1000 1", true), (65_534, "0 1000 1", false),
        // A rootless container with numbers of its own.
        (1, "0 1000 1\n1 100000 65536", true), (65_534, "0 1000 1\n1 100000 65536", false),
        // No mapping was written yet, or none can be read.
        (65_534, "", false), (65_534, nil, false), (1000, nil, true),
    ])
    func owner(_ owner: UInt32, _ map: String?, _ isKnown: Bool) {
        #expect(UserNamespace.knows(owner: owner, map: map, overflow: 65_534) == isKnown)
    }

    @Test func whatIsNotThereIsNobodys() {
        #expect(UserNamespace.knowsOwner(ofFileAt: "/nowhere/at/all"))
    }
}

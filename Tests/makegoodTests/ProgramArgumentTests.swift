import Foundation
import Testing

@testable import makegood

/// What the program was started with, also where Swift does not find it.
struct ProgramArgumentTests {
    @Test(arguments: [
        ([], "makegood\0--store\0x\0", ["makegood", "--store", "x"]),
        (["makegood"], "makegood\0--store\0\0", ["makegood", "--store", ""]),
        (["makegood", "a"], "makegood\0a\0", ["makegood", "a"]),
        (["makegood", "a"], "", ["makegood", "a"]),
        (["", "a b"], "\0a b\0", ["", "a b"]),
    ])
    func noneIsLost(_ found: [String], _ kernel: String, _ whole: [String]) {
        #expect(ProgramArguments.whole(found, kernel: Data(kernel.utf8)) == whole)
    }

    @Test func thisProcessKnowsItsOwn() {
        #expect(ProgramArguments.present == Array(CommandLine.arguments.dropFirst()))
    }
}

import Testing

@testable import Persistence

/// What the kernel's table of locks says of one file.
struct KernelLocksTests {
    private static let table = """
        1: POSIX  ADVISORY  WRITE 11 08:01:42 0 EOF
        2: FLOCK  ADVISORY  WRITE 12 08:01:42 0 EOF
        2: -> FLOCK  ADVISORY  WRITE 13 08:01:42 0 EOF
        3: FLOCK  ADVISORY  WRITE 14 08:01:43 0 EOF
        4: -> POSIX  ADVISORY  WRITE 15 08:01:43 0 EOF
        5: FLOCK

        """

    @Test(arguments: [(UInt64(42), Int32?(12)), (43, 14), (44, nil)])
    func theHolderIsWhoHasIt(inode: UInt64, holder: Int32?) {
        #expect(KernelLocks.holder(of: inode, in: Self.table) == holder)
    }

    @Test(arguments: [(UInt64(42), true), (43, false), (44, false)])
    func onlyAWaiterForTheSameFileCounts(inode: UInt64, isAwaited: Bool) {
        #expect(KernelLocks.isAwaited(inode, in: Self.table) == isAwaited)
    }
}

/// The store that all consoles and commands of a host share.
///
/// Its functions block: callers run them off the main actor and off the cooperative pool. What they throw is a
/// ``StoreError``, and the compiler knows it; inside the store everything throws plainly, and is translated where it leaves
/// ``read(_:)`` and ``write(_:by:at:_:)``.
package final class Store: Sendable {
    /// What it stands on.
    package let engine: any Engine
    /// Whether it is a store to practise on, which lets people act as others and at other times.
    package let isPractice: Bool

    /// The places where tests kill writers.
    let faults: StoreFaults
    /// The user id of the login that this process belongs to; nil where nobody knows it, and in practice stores, where one
    /// person acts as many.
    let session: UInt32?
    /// What kind of program this is; nil where nobody said it.
    let program: ProgramKind?
    /// The damage that this process saw.
    let damage = DamageFlag()

    /// A store that an engine has opened.
    package init(
        on engine: any Engine, faults: StoreFaults, session: UInt32? = nil, program: ProgramKind? = nil
    ) throws {
        self.engine = engine
        isPractice = try engine.read { try StoreState.isPractice($0) }
        self.faults = faults
        self.session = isPractice ? nil : session
        self.program = program
    }

    /// In which file it is; nil where it is in none.
    package var path: String? { engine.path }

    /// Whether this run writes nothing.
    package var isReadOnly: Bool { engine.isReadOnly }

    /// Whether it can be told here who somebody is; else everybody may read as viewers do, and nobody may write.
    package var knowsLogins: Bool { engine.knowsLogins }

    /// What is to be said to the person who opened it; nil when nothing is.
    package var notice: StoreNotice? { engine.notice }

    /// How error messages name it.
    package var name: String { engine.name }

    /// Ends the work on it, after finishing what was begun.
    package func close() throws(StoreError) { try StoreError.translating { try engine.close() } }

    /// Reads in one transaction: everything read inside is of one moment.
    package func read<Value>(_ body: (Connection) throws -> Value) throws(StoreError) -> Value {
        try StoreError.translating { try damage.watching { try engine.read(body) } }
    }

    /// Whether another process waits for its turn to write, as far as that is known.
    var isAwaited: Bool { engine.isAwaited }

    /// Gives others who wait for the store the time to take their turn, before this one asks for it again.
    func letOthersFirst() { engine.letOthersFirst() }
}

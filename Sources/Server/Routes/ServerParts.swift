import AppStoreClient
import Intake
import Logging
import Persistence
import Purchases

/// The parts of a server that its routes share; `ServerApplication` makes them.
struct ServerParts: Sendable {
    /// The store, off the cooperative pool.
    let store: StoreAccess
    /// Who reads documents.
    let reader: DocumentReader
    /// The one way in.
    let gatherer: Gatherer
    /// Who asks Apple; nil where nothing is configured to ask with.
    let appStore: AppStoreAsker?
    /// How many bytes of what nobody vouches for are kept a day.
    let unauthenticBytes: Int
    /// Where notes go.
    let logger: Logger
}

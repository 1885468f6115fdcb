/// What is done in the transaction of a parcel, beside taking in its documents: the bookkeeping that must not be parted
/// from them.
public enum ParcelDeed: Sendable {
}

extension ParcelDeed {
    /// Does it; the parcel's documents are applied.
    func perform(after parcel: TakenParcel, in writing: StoreTransaction) throws {
        switch self {
        }
    }
}

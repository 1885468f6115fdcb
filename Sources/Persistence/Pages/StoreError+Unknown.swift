public import Purchases

extension StoreError {
    /// There is no customer of that name.
    public static func unknownCustomer(_ id: AppUserID) -> StoreError {
        StoreError(
            .notFound, "there is no customer \(id)",
            remedy: "look the customer up with `makegood lookup`, or add one with `makegood customer add`")
    }

    /// There is no chain of that name.
    public static func unknownChain(_ id: OriginalTransactionID) -> StoreError {
        StoreError(
            .notFound, "there is no chain \(id)",
            remedy: "find it by any transaction id with `makegood lookup`, or import the customer's receipt")
    }
}

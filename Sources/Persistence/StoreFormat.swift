/// How a store file says that it is one.
public enum StoreFormat {
    /// `PRAGMA application_id`: the ASCII codes of "MKGD".
    public static let applicationID: Int32 = 0x4D4B_4744
    /// `PRAGMA user_version` of the schema that this program reads and writes.
    public static let version: Int32 = 8
}

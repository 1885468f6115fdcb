extension Codes {
    /// Every type of notification of version 1 or 2 that Apple documents, by name.
    public static func notificationTypes(ofVersion version: Int) -> [String] {
        let family: CodeFamily = version == 1 ? .notificationV1 : .notificationV2
        let types = all.filter { $0.family == family }.compactMap { $0.code.split(separator: "/").first }
        return Set(types.map(String.init)).sorted()
    }
}

extension Array where Element: Equatable {
    /// The element so many steps after another one, round and round, as Tab goes through panes; after the first where
    /// the other one is not among them.
    func turned(by steps: Int, from element: Element) -> Element {
        self[((firstIndex(of: element) ?? 0) + steps % count + count) % count]
    }
}

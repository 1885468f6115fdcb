extension Array where Element: Equatable {
    /// The element so many steps behind another one, round and round; behind the first where that is not among them.
    func turned(by steps: Int, from element: Element) -> Element {
        self[((firstIndex(of: element) ?? 0) + steps % count + count) % count]
    }
}

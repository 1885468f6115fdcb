/// Looking a place up in what is in order, in steps that grow with the logarithm of how much there is.
extension RandomAccessCollection {
    /// The place of the first element that belongs to the second part, or the end; no element of the first part may
    /// come after one of the second.
    func partitioningIndex(where belongsToSecond: (Element) -> Bool) -> Index {
        var (start, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(start, offsetBy: half)
            if belongsToSecond(self[middle]) {
                count = half
            } else {
                start = index(after: middle)
                count -= half + 1
            }
        }
        return start
    }

    /// The last element whose key is at most a bound; nil when every key is greater. Keys are in order.
    func last<Key: Comparable>(upTo bound: Key, by key: (Element) -> Key) -> Element? {
        let end = partitioningIndex { key($0) > bound }
        return end == startIndex ? nil : self[index(before: end)]
    }
}

import Purchases

/// What is to happen later, soonest first, and in the order in which it was put in where moments are equal.
struct Agenda<Entry: Sendable>: Sendable {
    private struct Place: Sendable {
        let at: Instant
        let number: Int
        let entry: Entry

        func precedes(_ other: Place) -> Bool { (at, number) < (other.at, other.number) }
    }

    private var heap: [Place] = []
    private var count = 0

    /// The next moment at which something is to happen.
    var next: Instant? { heap.first?.at }

    /// Puts something in.
    mutating func add(_ entry: Entry, at moment: Instant) {
        count += 1
        heap.append(Place(at: moment, number: count, entry: entry))
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes out what is to happen up to a moment, one after the other; nil when nothing is left.
    mutating func take(upTo moment: Instant) -> (at: Instant, entry: Entry)? {
        guard let first = heap.first, first.at <= moment, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.at, first.entry)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { heap[$0].precedes(heap[$1]) }),
                heap[least].precedes(heap[parent])
            else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

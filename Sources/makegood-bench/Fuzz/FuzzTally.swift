/// How far a target has come.
struct FuzzTally {
    /// The number of the next damaged document.
    var next: UInt64 = 0
    /// How many documents were read.
    var documents: UInt64 = 0
    /// In how many of them nothing was wrong.
    var understood: UInt64 = 0

    /// Goes on where another tally has come to.
    mutating func add(_ later: FuzzTally) {
        next = max(next, later.next)
        documents += later.documents
        understood += later.understood
    }
}

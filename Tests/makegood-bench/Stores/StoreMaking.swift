import Foundation

/// How the making of a store went; kept beside the store, for it is made once and measured often.
struct StoreMaking: Codable {
    /// How long all of it took, in seconds.
    var seconds = 0.0
    /// How many of each kind went in each second, part after part.
    private(set) var rates: [String: [Double]] = [:]

    /// Nothing made yet.
    init() {}

    /// What is kept beside the store at a path; nil when nothing is.
    init?(besideStore path: String) throws {
        guard let kept = try? Data(contentsOf: StoreMaking.file(path)) else { return nil }
        self = try JSONDecoder().decode(StoreMaking.self, from: kept)
    }

    /// Keeps it beside the store at a path.
    func keep(besideStore path: String) throws {
        try JSONEncoder().encode(self).write(to: StoreMaking.file(path))
    }

    /// Notes that so many of a kind took so many seconds.
    mutating func note(_ count: Int, of kind: String, in seconds: Double) {
        rates[kind, default: []].append(Double(count) / seconds)
    }

    /// How fast a kind went in at its beginning, and at its end: each a tenth of its parts.
    func ends(of kind: String) -> (first: [Double], last: [Double])? {
        guard let rates = rates[kind] else { return nil }
        let tenth = max(1, rates.count / 10)
        return (Array(rates.prefix(tenth)), Array(rates.suffix(tenth)))
    }

    private static func file(_ store: String) -> URL { URL(filePath: store + StoreFiles.making) }
}

/// How far apart two names are, so that a mistyped one finds the one that was meant.
public enum EditDistance {
    /// How many characters to insert, delete or replace to make one text of the other.
    public static func between(_ left: String, _ right: String) -> Int {
        let (source, target) = (Array(left), Array(right))
        var row = Array(0...target.count)
        for (line, character) in source.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in target.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[target.count]
    }

    /// The names nearest to one, nearest first; those that share little with it are left out.
    public static func nearest(to name: String, among names: [String], limit: Int = 3) -> [String] {
        let wanted = String(name.lowercased().prefix(64))
        let farthest = max(2, wanted.count / 3)
        let measured = names.map { ($0, between(wanted, String($0.lowercased().prefix(64)))) }
        let near = measured.filter { $0.1 <= farthest }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        return near.prefix(limit).map(\.0)
    }
}

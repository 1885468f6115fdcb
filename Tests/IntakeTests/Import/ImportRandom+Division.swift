extension ImportRandom {
    /// Documents permuted, with some of them twice, and cut into imports.
    mutating func division(of documents: [BroughtDocument]) -> [[BroughtDocument]] {
        let again = documents.filter { _ in chance(25) }
        var rest = (documents + again).shuffled(using: &self)[...]
        var imports: [[BroughtDocument]] = []
        while !rest.isEmpty {
            let size = chance(30) ? rest.count : Int.random(in: 1...rest.count, using: &self)
            imports.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return imports
    }
}

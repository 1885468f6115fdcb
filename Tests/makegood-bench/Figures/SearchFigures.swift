extension FigureGroup {
    /// Searching by a part of a name or an address, by what the part is.
    static let substrings = FigureGroup(names: partNames.map(\.name)) { bench in
        let reads = try ReadBench(bench)
        let figures = try partNames.filter { bench.settings.wants($0.name) }.map { part in
            try reads.figure(
                part.name, .milliseconds, samples: bench.settings.reads / 4,
                needles(part.kind, part.length, bench).map { needle in { try search(needle, in: $0) } })
        }
        try reads.close()
        return figures
    }

    /// Searching by one or two characters that nothing begins with.
    static let scans = FigureGroup(names: ["search.short.1", "search.short.2"]) { bench in
        let reads = try ReadBench(bench)
        let figures = try [1, 2].filter { bench.settings.wants("search.short.\($0)") }.map { length in
            try reads.figure(
                "search.short.\(length)", .milliseconds, samples: bench.settings.longReads,
                BenchNames.absent(length).map { needle in { try search(needle, in: $0) } })
        }
        try reads.close()
        return figures
    }

    /// What a part of a name or an address is.
    enum Part: String, CaseIterable {
        case real, absent, common
    }

    static var partNames: [(name: String, kind: Part, length: Int)] {
        [3, 5, 8].flatMap { length in
            Part.allCases.map { ("search.substring.\(length).\($0.rawValue)", $0, length) }
        }
    }

    /// Texts of a kind and length.
    static func needles(_ kind: Part, _ length: Int, _ bench: Bench) -> [String] {
        switch kind {
        case .absent: BenchNames.absent(length)
        case .common: BenchNames.unjoined(length)
        case .real:
            // From the second letter on, so that the text is no beginning.
            bench.population.sample(bench.settings.questions, salt: 14).map {
                String($0.email.dropFirst().prefix(length))
            }
        }
    }
}

extension FigureGroup {
    /// What the app's backend asks of the store without this product: what one customer is entitled to.
    static let entitlements = FigureGroup(names: ["entitlements.one"]) { bench in
        let people = bench.population.sample(bench.settings.questions, salt: 15)
        var tape = StatementTrace()
        let questions = people.map { person in
            tape.append(
                "SELECT entitlement, until_ms, source, source_id FROM active_entitlements WHERE app_user_id = ?",
                [(1, .text(Array(person.idText.utf8)))])
        }
        let connection = try BareConnection(bench.path)
        try connection.prepare(tape)
        for question in questions { _ = try connection.play(tape, question) }
        let times = try (0..<bench.settings.reads).map { turn in
            try connection.play(tape, questions[turn % questions.count])
        }
        return [
            Figure(
                "entitlements.one", .microseconds, times, note: "active_entitlements, asked by bare SQLite")
        ]
    }
}

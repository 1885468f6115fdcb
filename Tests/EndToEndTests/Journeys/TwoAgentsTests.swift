import Testing

extension Journeys {
    /// Two agents at two terminals on one store: they see each other, and neither does what the other has done.
    @Suite(.serialized, .inTerminal) struct TwoAgentsTests {
        /// Ana at one terminal, Lea at another, both in the worst queue.
        private func open(_ work: (_ ana: Session, _ lea: Session) async throws -> Void) async throws {
            try await Session.open(options: "--agent ana --now \(DemoStore.now)") { ana in
                let options = "--agent lea --store \(ana.place.store) --now \(DemoStore.now)"
                try await Session.open(in: try Workplace(), options: options) { lea in
                    for session in [ana, lea] {
                        try await session.terminal.press("Escape", "2")
                        try await session.terminal.wait(for: "[Loss of funds")
                        try await session.terminal.wait(for: "▸")
                    }
                    try await work(ana, lea)
                }
            }
        }

        private func openFirst(_ sessions: Session...) async throws {
            for session in sessions {
                try await session.terminal.press("Enter")
                try await session.terminal.wait(for: "charged")
            }
        }

        @Test func whoLooksAndTypesIsSeenAndFadesWhenItsProcessIsKilled() async throws {
            try await open { ana, lea in
                try await openFirst(lea)
                try await ana.terminal.wait(for: "lea looks")
                try await openFirst(ana)
                try await ana.terminal.wait(for: "lea looks at this")
                try await lea.terminal.wait(for: "ana looks at this")
                try await lea.terminal.press("N")
                try await lea.terminal.wait(for: "^S saves it")
                try await ana.terminal.wait(for: "lea edits this")
                try await lea.signal("KILL")
                try await ana.terminal.wait(without: "lea edits this")
                let left = try await ana.place.shell("ls store.sqlite.presence | wc -l")
                #expect(left.output.filter(\.isNumber) == "1", "\(left.output)")
            }
        }

        @Test func whoeverStopsLeavesAndComesBack() async throws {
            try await open { ana, lea in
                try await openFirst(ana, lea)
                try await ana.terminal.wait(for: "lea looks at this")
                try await lea.terminal.press("C-z")
                try await ana.terminal.wait(without: "lea looks at this")
                try await lea.terminal.wait(for: "left with 148")
                try await lea.terminal.enter("clear; fg; echo \"left with $?\"; stty -g > after")
                try await ana.terminal.wait(for: "lea looks at this")
                try await lea.terminal.press("Q")
                try await ana.terminal.wait(without: "lea looks at this")
                try await ana.terminal.press("Q")
                try await ana.expectTerminalBack()
                let left = try await ana.place.shell("ls store.sqlite.presence | wc -l")
                #expect(left.output.filter(\.isNumber) == "0", "\(left.output)")
            }
        }

        @Test func oneOfTwoClaimsIsLostAndSaidSo() async throws {
            try await open { ana, lea in
                try await openFirst(ana, lea)
                async let first: Void = ana.terminal.press("c")
                async let second: Void = lea.terminal.press("c")
                _ = try await (first, second)
                let screens = try await [ana, lea].asyncMap { session in
                    try await session.terminal.wait(matching: "· yours|(ana|lea) holds it")
                }
                #expect(screens.count { $0.contains("· yours") } == 1, "\(screens)")
                #expect(screens.count { $0.contains("holds it") } >= 1, "\(screens)")
                let claims = try await ana.place.sqlite(
                    "select count(*) from audit where details like '%\"claim\"%' and at_ms >= (select max(at_ms) from audit)"
                )
                #expect(claims == "1")
            }
        }

        @Test func whatLeaDoesStopsWhatAnaSendsAndKeepsWhatSheTyped() async throws {
            try await open { ana, lea in
                try await openFirst(ana, lea)
                try await ana.terminal.press("N")
                try await ana.terminal.wait(for: "^S saves it")
                try await ana.terminal.type("she called twice")
                try await lea.terminal.wait(for: "ana edits this")
                try await lea.terminal.press("c")
                try await lea.terminal.wait(for: "yours")
                try await ana.terminal.wait(for: "changed: lea claimed ticket")
                try await ana.terminal.wait(for: "lea works on this ticket: talk first")
                try await ana.terminal.press("C-s")
                try await ana.terminal.wait(for: "Not sent: read what changed")
                try await ana.terminal.wait(for: "she called twice")
                try await ana.terminal.press("C-s")
                try await ana.terminal.wait(for: "The note is saved")
                let notes = try await ana.place.sqlite(
                    "select count(*) from notes where body = 'she called twice'")
                #expect(notes == "1")
            }
        }

        @Test func whatAnaAsksForArrivesAtLeasAndHerAnswerAtAnas() async throws {
            try await open { ana, lea in
                try await lea.terminal.press("4")
                try await lea.terminal.wait(for: "[4 Approvals")
                let asked = try await ana.place.shell(
                    """
                    "$MAKEGOOD" --store store.sqlite --agent ana --now \(DemoStore.now) grant \(DemoStore.inRetry) \
                        --entitlement premium --for lifetime --reason goodwill --note 'since the first day' --json
                    """)
                #expect(asked.status == 2, "\(asked.errors)")
                let id = try #require(try JSON(asked.output)["request"]["id"].text)
                try await lea.terminal.wait(for: "premium for life")
                // Who waits longest comes first, and three requests of the demo wait longer.
                try await lea.terminal.press("g", "j", "j", "j", "Enter")
                try await lea.terminal.wait(for: "› Request \(id)")
                try await lea.terminal.press("a")
                try await lea.terminal.wait(for: "› Approve")
                try await lea.terminal.press("C-s")
                try await lea.terminal.wait(for: "y give it")
                try await lea.terminal.press("y")
                try await ana.terminal.wait(for: "lea approved what you asked for")
                try await lea.terminal.wait(for: "approved")
            }
        }
    }
}

extension Array {
    /// The answers to questions that are asked one after the other.
    fileprivate func asyncMap<Answer>(_ ask: (Element) async throws -> Answer) async rethrows -> [Answer] {
        var answers: [Answer] = []
        for element in self { answers.append(try await ask(element)) }
        return answers
    }
}

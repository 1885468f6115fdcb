import Testing

extension Journeys {
    /// Names by strangers stay in their columns, and no control byte of them reaches a terminal.
    @Suite(.serialized, .inTerminal) struct HostileNamesTests {
        @Test(arguments: [80, 120])
        func columnsStayAligned(_ columns: Int) async throws {
            let place = try await imported()
            try await Session.open(in: place, columns: columns, rows: 24) { session in
                try await session.terminal.wait(for: "h_plain@")
                let screen = try await session.terminal.screen()
                for (id, _) in HostileNames.names {
                    let row = screen.split(separator: "\n").first { $0.contains(" \(id) ") }
                    let cells = Cells.count(before: "✗ none", in: try #require(row, "\(screen)"))
                    let expected = Cells.count(
                        before: "Access",
                        in: try #require(screen.split(separator: "\n").first { $0.contains("Last chain") }))
                    #expect(cells == expected, "\(id):\n\(screen)")
                }
                try await session.terminal.press("C-c")
            }
        }

        @Test func customersPageHelpAndAuditStandThem() async throws {
            let place = try await imported()
            try await Session.open(in: place) { session in
                let terminal = session.terminal
                for (id, _) in HostileNames.names.prefix(7) {
                    try await session.open(customer: id)
                    try await terminal.wait(matching: "^┌.*Chains.*┐$")
                    #expect(try await terminal.value(of: "pane_title") != "owned")
                    try await terminal.press("Escape")
                    try await terminal.press("C-u")
                    try await terminal.wait(for: "1 of 10")
                }
                try await terminal.press("C-c")
                try await session.expectTerminalBack()
            }
        }

        @Test func commandsWriteNoControlBytes() async throws {
            let place = try await imported()
            for line in [
                ["customers"], ["customer", "h_escape"], ["lookup", "h_"], ["documents", "show", "1"],
            ] {
                for form in [[], ["--json"]] {
                    let result = try await Command.run(
                        BuiltProgram.path, ["--store", place.store] + line + form,
                        environment: place.environment)
                    #expect(result.status == 0, "\(result.errors)")
                    let bytes = (result.output + result.errors).unicodeScalars
                    // Tabs stand between the values of lists, and nowhere in them.
                    let controls = bytes.filter { scalar in
                        !"\n\t".unicodeScalars.contains(scalar)
                            && scalar.properties.generalCategory == .control
                    }
                    let tabs = result.output.split(separator: "\n").map { $0.count { $0 == "\t" } }
                    #expect(Set(tabs).count == 1 || !tabs.contains { $0 > 0 }, "\(line + form): \(tabs)")
                    #expect(controls.isEmpty, "\(line + form): \(controls.map(\.value))")
                    if form.isEmpty {
                        #expect(!bytes.contains { (0x202A...0x202E).contains($0.value) }, "\(line)")
                    }
                }
            }
        }

        private func imported() async throws -> Workplace {
            let place = try Workplace()
            try await place.succeed("init", "--practice", "--now", "2026-01-01T00:00:00Z")
            try await place.succeed("import", "-", input: HostileNames.document())
            return place
        }
    }
}

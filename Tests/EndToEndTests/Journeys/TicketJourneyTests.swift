import Testing

extension Journeys {
    /// From the queue of lost money to a customer who has what was paid for.
    @Suite(.serialized, .inTerminal) struct TicketJourneyTests {
        @Test func fromTheQueueToMadeGood() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            try await Session.open(in: place, options: "") { session in
                let terminal = session.terminal
                try await terminal.press("Escape", "2")
                let queue = try await terminal.wait(for: "http_503")
                #expect(queue.contains("9.99 EUR") && queue.contains("Loss of funds 1"), "\(queue)")
                try await terminal.press("w")
                let ticket = try await terminal.wait(for: "fault:")
                #expect(ticket.contains("Tickets › Ticket 1") && ticket.contains("yours"), "\(ticket)")
                try await terminal.press("m")
                let form = try await terminal.wait(for: "After   ✓ access until")
                #expect(form.contains("lost 31 d"), "\(form)")
                try await terminal.press("C-s")
                try await terminal.wait(for: "y grant")
                try await terminal.press("y")
                try await terminal.wait(for: "a grant made it good")
                try await terminal.press("Escape")
                try await terminal.wait(for: "Loss of funds 0")
                try await terminal.press("Q")
                try await session.expectTerminalBack()
            }
            let kept = try await place.sqlite("select state, resolution, is_made_good from tickets")
            #expect(kept == "resolved|made_good|1")
        }
    }
}

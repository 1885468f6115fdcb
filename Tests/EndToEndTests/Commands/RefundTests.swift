import Testing

extension Commands {
    /// Refunds that customers asked Apple for, from the command line.
    @Suite(.serialized) struct RefundTests {
        private static let now = "2021-08-06T20:41:58Z"
        private static let question = PurchaseReports.notification.replacing(
            "DID_RENEW", with: "CONSUMPTION_REQUEST")
        /// The App Store's word on the charge, a day before Apple asks.
        private static let renewal = PurchaseReports.notification.replacing(
            "2021-08-06T", with: "2021-08-05T")

        private static func run(_ place: Workplace, _ words: String...) async throws -> CommandResult {
            try await place.run(["--now", now] + words)
        }

        private static func json(_ place: Workplace, _ words: String...) async throws -> JSON {
            try JSON(try await place.run(["--now", now, "--json"] + words).output)
        }

        @Test func aLeadAnswersForACustomerWhoAgreed() async throws {
            let place = try await PurchaseReports.store(with: Self.renewal, Self.question)
            let listed = try await Self.json(place, "refunds")["refunds"].list
            #expect(listed.count == 1 && listed[0]["state"].text == "no_consent")
            #expect(listed[0]["due_at"].text == "2021-08-07T07:41:58Z")
            #expect(listed[0]["transaction_id"].text == "230001020690335")
            let silent = try await Self.run(place, "refunds", "answer", "1")
            #expect(silent.status == 5 && silent.errors.contains("--consumption-consent yes"))
            let agreed = try await Self.run(
                place, "--agent", "ana", "customer", "set", "u_1042", "--consumption-consent", "yes")
            #expect(agreed.status == 0, "\(agreed.errors)")
            let page = try await Self.json(place, "refunds", "show", "1")
            #expect(page["prepared"]["delivery_status"].text == "DELIVERED")
            #expect(page["refund"]["askings"].list.map { $0["asked_at"].text } == ["2021-08-06T19:41:58Z"])
            #expect(page["refund"]["state"].text == "open")
            let agent = try await Self.run(place, "--agent", "ana", "refunds", "answer", "1")
            #expect(agent.status == 4)
            let other = try await Self.run(place, "refunds", "answer", "1", "--prefer", "decline")
            #expect(other.status == 64 && other.errors.contains("--reason"))
            let answered = try await Self.json(
                place, "refunds", "answer", "1", "--prefer", "decline", "--reason", "used for years")
            #expect(answered["refund"]["state"].text == "sending")
            #expect(answered["refund"]["answer"]["refund_preference"].text == "DECLINE")
            let customer = try await Self.json(place, "customer", "u_1042")
            #expect(customer["consumption_consent"].flag == true)
            #expect(customer["refund_requests"].list.count == 1)
            let lines = try await Self.run(place, "customer", "u_1042")
            #expect(lines.output.contains("preferring no refund"), "\(lines.output)")
        }

        /// Nothing that became known only with Apple's question says that it was delivered.
        @Test func whatOnlyTheQuestionTellsALeadSays() async throws {
            let place = try await PurchaseReports.store(with: Self.question)
            let agreed = try await Self.run(
                place, "customer", "set", "u_1042", "--consumption-consent", "yes")
            #expect(agreed.status == 0, "\(agreed.errors)")
            let page = try await Self.run(place, "refunds", "show", "1")
            #expect(
                page.output.contains("nobody knows (it is known only since Apple asked"), "\(page.output)")
            let unclear = try await Self.run(place, "refunds", "answer", "1")
            #expect(unclear.status == 64 && unclear.errors.contains("--delivery"))
            let said = try await Self.run(
                place, "refunds", "answer", "1", "--delivery", "delivered", "--reason", "the log shows it")
            #expect(said.status == 0 && said.output.contains("answer"), "\(said.errors)")
        }

        @Test func whatIsLeftOutHasAReason() async throws {
            let place = try await PurchaseReports.store(with: Self.question)
            #expect(try await Self.run(place, "refunds", "skip", "1").status == 64)
            #expect(try await Self.run(place, "refunds", "skip", "9", "--reason", "x").status == 3)
            let skipped = try await Self.json(place, "refunds", "skip", "1", "--reason", "settled")
            #expect(skipped["refund"]["skipped"]["reason"].text == "settled")
            #expect(try await Self.json(place, "refunds")["refunds"].list.isEmpty)
            #expect(try await Self.json(place, "refunds", "list", "--all")["refunds"].list.count == 1)
        }
    }
}

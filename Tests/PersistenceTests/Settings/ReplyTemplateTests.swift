import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What leads decide about answers to customers.
@Suite struct ReplyTemplateTests {
    private static let key = ReplyPolicy.Key(.lossOfFunds, in: .german)

    @Test func aWordingIsKeptAndToldToTheLog() throws {
        let store = try People.inMemory()
        try store.setReplyTemplate(Self.key, to: "Hallo[ {name}]", by: People.lead, at: People.now)
        #expect(try store.replyPolicy().templates == [Self.key: "Hallo[ {name}]"])
        let entry = try store.audit(limit: 1).entries.first
        #expect(entry?.action == "template.set" && entry?.subject == "reply.de.loss_of_funds")
        #expect(entry?.details == #"{"after":"Hallo[ {name}]","before":null}"#)
        try store.setReplyTemplate(Self.key, to: "Hallo[ {name}]", by: People.lead, at: People.now)
        #expect(try store.audit(limit: 1).entries.first?.sequence == entry?.sequence, "nothing changed")
        try store.resetReplyTemplate(Self.key, by: People.lead, at: People.now)
        #expect(try store.replyPolicy().templates.isEmpty)
        #expect(try store.audit(about: "setting:reply.de.loss_of_funds").entries.count == 2)
    }

    @Test(arguments: ["{secret}", "", "[open"]) func whatIsNoTemplateIsRefused(_ text: String) throws {
        let store = try People.inMemory()
        let error = failure {
            try store.setReplyTemplate(Self.key, to: text, by: People.lead, at: People.now)
        }
        #expect(error?.code == .usage)
        #expect(try store.replyPolicy().templates.isEmpty)
    }

    @Test(arguments: [People.agent, People.viewer, People.service]) func onlyLeadsChangeThem(
        _ agent: AgentName
    ) throws {
        let store = try People.inMemory()
        #expect(
            failure { try store.setReplyTemplate(Self.key, to: "x", by: agent, at: People.now) }?.code
                == .refused)
        #expect(
            failure { try store.resetReplyTemplate(Self.key, by: agent, at: People.now) }?.code == .refused)
    }

    @Test func whatAnotherVersionKeptSaysNothing() throws {
        let store = try People.inMemory()
        try Raw.write(
            store, "INSERT INTO reply_templates VALUES ('tlh', 'active', 'nuqneH'), ('en', 'new', 'x')")
        #expect(try store.replyPolicy() == ReplyPolicy())
    }
}

package import Persistence
package import Purchases

extension Store {
    /// Does something to a ticket for which nobody is asked, and answers its page.
    ///
    /// - Throws: `StoreError` as the act does; `unaudited` where a lead was asked after all.
    package func work(
        _ act: TicketAct, on id: TicketID, reference: String? = nil, version: Int? = nil,
        by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        let answer = try self.act(act, on: id, reference: reference, version: version, by: agent, at: now)
        guard let page = answer.page else { throw StoreError.store(.unaudited) }
        return page
    }
}

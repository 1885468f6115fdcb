/// Which entries of the audit log are asked for.
struct AuditFilter: Hashable, Sendable {
    /// Of this agent only.
    var agent: String?
    /// About this only.
    var about: String?

    /// Reads `by:ana about:u_1042`; a bare word is what the entries are about.
    init(_ text: String = "") {
        for word in text.split(separator: " ") {
            if word.hasPrefix("by:") {
                agent = String(word.dropFirst(3))
            } else {
                about = String(word.hasPrefix("about:") ? word.dropFirst(6) : word)
            }
        }
    }

    /// The filter as it is typed; empty when it lets everything through.
    var text: String {
        [agent.map { "by:\($0)" }, about.map { "about:\($0)" }].compactMap { $0 }.joined(separator: " ")
    }
}

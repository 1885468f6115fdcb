/// A statement's text, looked at for what SQLite and PostgreSQL do not read alike. It is taken apart into words and
/// parentheses, not parsed: a rule knows no types, and says where somebody should look.
package struct PortableText {
    /// What a text should be like so that both read it alike.
    package enum Rule: String, CaseIterable, Sendable {
        /// `IS NOT DISTINCT FROM` where two values are compared, of which either may be NULL.
        case nullSafe
        /// A number as a condition is compared.
        case comparedNumber
        /// What is selected, stored or added up is no comparison but a CASE.
        case valueOfComparison
        /// CASE in place of `iif`.
        case conditional
        /// CASE in place of `max` and `min` of two values.
        case greaterOfTwo
        /// Parameters in place of a list in JSON.
        case list
        /// A parameter has a type that can be told.
        case typedParameter
        /// `ON CONFLICT` says what it meets.
        case conflictTarget
        /// A value of before is named with its table.
        case oldValue
        /// A subquery in FROM has a name.
        case namedSubquery
        /// The order of what is cut off by LIMIT ends with a key.
        case totalOrder
        /// What is selected beside sums is grouped by.
        case grouped
        /// HAVING compares sums.
        case having
        /// Numbers become texts by CAST before they are joined to some.
        case joinedNumber
        /// Nothing that one of them alone knows.
        case bothKnow
    }

    fileprivate indirect enum Node {
        case token(SQLToken)
        case group([Node])

        var token: SQLToken? { if case .token(let token) = self { token } else { nil } }
        var group: [Node]? { if case .group(let nodes) = self { nodes } else { nil } }
        /// A word in capital letters; nil of anything else.
        var word: String? { token.flatMap { $0.kind == .word ? $0.keyword : nil } }
        func isSign(_ text: String) -> Bool { token?.kind == .sign && token?.text == text }
        var isParameter: Bool { token?.kind == .parameter }
        var isNumber: Bool { token?.kind == .number }
        /// Something that has a name: a column, a table.
        var isName: Bool {
            guard let token else { return false }
            return token.kind == .quotedName
                || token.kind == .word && !Words.reserved.contains(token.keyword)
        }
    }

    /// The nodes between parentheses, and those of the whole.
    fileprivate let levels: [[Node]]

    /// Takes a statement apart.
    package init(_ sql: String) {
        var tokens = SQLToken.all(of: sql).filter { $0.kind != .space && $0.kind != .comment }[...]
        let whole = Self.nodes(&tokens)
        levels = Self.levels(of: whole)
    }

    /// The rules that it breaks.
    package var broken: [Rule] { Rule.allCases.filter(breaks) }

    private func breaks(_ rule: Rule) -> Bool {
        switch rule {
        case .nullSafe: breaksNullSafe
        case .comparedNumber: breaksComparedNumber
        case .valueOfComparison: breaksValueOfComparison
        case .conditional: calls.contains { $0.name == "IIF" }
        case .greaterOfTwo: calls.contains { ["MAX", "MIN"].contains($0.name) && $0.arguments.count > 1 }
        case .list: breaksList
        case .typedParameter: breaksTypedParameter
        case .conflictTarget: breaksConflictTarget
        case .oldValue: breaksOldValue
        case .namedSubquery: breaksNamedSubquery
        case .totalOrder: breaksTotalOrder
        case .grouped: breaksGrouped
        case .having: breaksHaving
        case .joinedNumber: breaksJoinedNumber
        case .bothKnow: breaksBothKnow
        }
    }

    private static func nodes(_ tokens: inout ArraySlice<SQLToken>) -> [Node] {
        var nodes: [Node] = []
        while let token = tokens.popFirst() {
            if token.kind == .sign, token.text == "(" {
                nodes.append(.group(Self.nodes(&tokens)))
            } else if token.kind == .sign, token.text == ")" {
                break
            } else {
                nodes.append(.token(token))
            }
        }
        return nodes
    }

    private static func levels(of nodes: [Node]) -> [[Node]] {
        [nodes] + nodes.compactMap(\.group).flatMap(levels)
    }
}

// The rules, one after the other.

extension PortableText {
    private var breaksNullSafe: Bool {
        levels.contains { level in
            level.indices.contains { place in
                guard level[place].word == "IS" else { return false }
                let next = level[(place + 1)...].prefix(3).map { $0.word ?? "" }
                let isKnown = [
                    ["NULL"], ["NOT", "NULL"], ["DISTINCT", "FROM"], ["NOT", "DISTINCT", "FROM"],
                ]
                .contains { next.starts(with: $0) }
                return !isKnown
            }
        }
    }

    /// What is compared to nothing: `is_x` alone, `NOT ?1`, `WHERE 1`.
    private var breaksComparedNumber: Bool {
        levels.contains { level in
            level.indices.contains { place in
                guard Self.isCondition(level[place]) else { return false }
                var start = place
                if start >= 2, level[start - 1].isSign("."), level[start - 2].isName { start -= 2 }
                let before = start > 0 ? level[start - 1].word : nil
                var end = place + 1
                if end < level.count, level[place].isName, level[end].group != nil { end += 1 }
                let (after, isLast) = (end < level.count ? level[end].word : nil, end == level.count)
                if before == "NOT" { return isLast || after != nil && after != "IN" && after != "BETWEEN" }
                let begins = before.map(Words.beforeConditions.contains) ?? (start == 0)
                let ends = after.map(Words.afterConditions.contains) ?? (isLast && before != nil)
                let isNumber = level[place].isNumber || level[place].isParameter
                return begins && ends && (!isNumber || before == "WHERE")
            }
        }
    }

    private static func isCondition(_ node: Node) -> Bool {
        if node.isNumber || node.isParameter { return true }
        guard let name = node.token, node.isName else { return false }
        let text = name.name
        return text.hasPrefix("is_")
            || ["needs_evidence", "auto_renew", "tester", "json_valid"].contains(text)
    }

    private var breaksValueOfComparison: Bool {
        levels.contains { level in
            Self.selected(in: level).contains(where: Self.compares)
                || Self.assigned(in: level).contains(where: Self.compares)
                || Self.cases(in: level).contains { $0.values.contains(where: Self.compares) }
                || level.indices.contains { Self.isAddedUp(level, at: $0) }
        } || calls.contains { $0.arguments.contains(where: Self.compares) }
    }

    /// Whether a comparison in parentheses is added to something, or multiplied.
    private static func isAddedUp(_ level: [Node], at place: Int) -> Bool {
        guard let group = level[place].group, !isQuery(group), compares(group) else { return false }
        let signs = ["+", "-", "*", "/"]
        let next = place + 1 < level.count && signs.contains(where: level[place + 1].isSign)
        let previous = place > 0 && signs.contains(where: level[place - 1].isSign)
        return next || previous
    }

    private var breaksList: Bool {
        calls.contains { call in
            call.name == "JSON_GROUP_ARRAY"
                || call.name == "JSON_EACH" && call.arguments.contains { $0.contains(where: \.isParameter) }
        }
    }

    private var breaksTypedParameter: Bool {
        levels.contains { level in
            let isInserted = level.first?.word == "INSERT"
            let selected = isInserted ? [] : Self.selected(in: level)
            if selected.contains(where: { $0.count == 1 && $0[0].isParameter }) { return true }
            if level.contains(where: { $0.word == "VALUES" }), !isInserted,
                level.contains(where: {
                    $0.group?.contains(where: \.isParameter) ?? false
                })
            {
                return true
            }
            let isUntyped = level.indices.contains { place in
                guard level[place].isParameter else { return false }
                let next = place + 1 < level.count ? level[place + 1] : nil
                let previous = place > 0 ? level[place - 1] : nil
                let counts = ["+", "-", "*", "/"].contains {
                    next?.isSign($0) ?? false && place + 2 < level.count && level[place + 2].isNumber
                        || previous?.isSign($0) ?? false && place > 1 && level[place - 2].isNumber
                }
                return next?.word == "IS" || previous?.word == "CASE" || counts
            }
            let isBranch = Self.cases(in: level).contains { branches in
                branches.values.contains { $0.contains(where: \.isParameter) }
                    && branches.values.allSatisfy {
                        $0.count == 1 && ($0[0].isParameter || $0[0].word == "NULL")
                    }
            }
            return isUntyped || isBranch
        }
    }

    private var breaksConflictTarget: Bool {
        levels.contains { level in
            level.indices.contains { place in
                level[place].word == "CONFLICT"
                    && !(place + 1 < level.count && level[place + 1].group != nil)
            }
        }
    }

    /// What an upsert sets, and where: a column without its table may be either row's.
    private var breaksOldValue: Bool {
        levels.contains { level in
            guard
                let start = level.indices.first(where: { place in
                    level[place].word == "DO" && place + 2 < level.count && level[place + 1].word == "UPDATE"
                })
            else { return false }
            let set = Array(level[(start + 3)...])
            let place = set.firstIndex { $0.word == "WHERE" } ?? set.endIndex
            let values = Self.split(set[..<place]).map { assignment in
                Array(assignment.drop { !$0.isSign("=") }.dropFirst())
            }
            return (values + [Array(set[place...])]).contains(where: Self.namesColumnAlone)
        }
    }

    private static func namesColumnAlone(_ nodes: [Node]) -> Bool {
        nodes.indices.contains { place in
            if let group = nodes[place].group {
                return isQuery(group) ? false : namesColumnAlone(group)
            }
            guard nodes[place].isName else { return false }
            let isCall = place + 1 < nodes.count && nodes[place + 1].group != nil
            let isTable = place + 1 < nodes.count && nodes[place + 1].isSign(".")
            let isQualified = place > 0 && nodes[place - 1].isSign(".")
            let isType = place > 0 && nodes[place - 1].word == "AS"
            return !isCall && !isTable && !isQualified && !isType
        }
    }

    private var breaksNamedSubquery: Bool {
        levels.contains { level in
            level.indices.contains { place in
                guard place > 0, ["FROM", "JOIN"].contains(level[place - 1].word ?? ""),
                    let group = level[place].group, Self.isQuery(group)
                else { return false }
                guard place + 1 < level.count else { return true }
                return !(level[place + 1].word == "AS" || level[place + 1].isName)
            }
        }
    }

    private var breaksTotalOrder: Bool {
        levels.contains { level in
            guard let limit = level.lastIndex(where: { $0.word == "LIMIT" }),
                let order = level[..<limit].lastIndex(where: { $0.word == "ORDER" })
            else { return false }
            let last = Self.split(level[(order + 2)..<limit]).last ?? []
            let key = last.filter { !["ASC", "DESC"].contains($0.word ?? "") }.last?.token
            return !(key.map { Words.keys.contains($0.name) } ?? false)
        }
    }

    private var breaksGrouped: Bool {
        levels.contains { level in
            guard let by = level.firstIndex(where: { $0.word == "GROUP" }) else { return false }
            let ends: Set = ["HAVING", "ORDER", "LIMIT", "UNION", "EXCEPT", "ON", "WINDOW"]
            let keys = Self.split(level[(by + 2)...].prefix { !ends.contains($0.word ?? "") })
            let places = Set(
                keys.compactMap { $0.count == 1 && $0[0].isNumber ? Int($0[0].token?.text ?? "") : nil })
            let named = Set(keys.flatMap { Self.columns(outsideSums: $0) })
            return Self.selected(in: level).enumerated().contains { place, item in
                !places.contains(place + 1) && !Self.columns(outsideSums: item).isSubset(of: named)
            }
        }
    }

    /// The columns that an expression names, but for those in sums and subqueries.
    private static func columns(outsideSums nodes: [Node]) -> Set<String> {
        var found: Set<String> = []
        for (place, node) in nodes.enumerated() {
            if let group = node.group {
                let name = place > 0 ? nodes[place - 1].word : nil
                if isQuery(group) || name.map(Words.sums.contains) ?? false { continue }
                found.formUnion(columns(outsideSums: group))
            } else if node.isName {
                let next = place + 1 < nodes.count ? nodes[place + 1] : nil
                if next?.group != nil || next?.isSign(".") ?? false { continue }
                if place > 0, nodes[place - 1].word == "AS" { continue }
                found.insert(node.token?.name ?? "")
            }
        }
        return found
    }

    private var breaksHaving: Bool {
        levels.contains { level in
            guard let having = level.firstIndex(where: { $0.word == "HAVING" }) else { return false }
            return !level[having...].contains { $0.word.map(Words.sums.contains) ?? false }
        }
    }

    private var breaksJoinedNumber: Bool {
        levels.contains { level in
            level.indices.contains { place in
                guard level[place].isSign("||") else { return false }
                let isQualified = place + 2 < level.count && level[place + 2].isSign(".")
                let sides = [place - 1, place + (isQualified ? 3 : 1)].filter(level.indices.contains)
                    .map { level[$0] }
                return sides.contains { side in
                    guard let token = side.token else { return false }
                    return token.kind == .number || token.name == "id" || token.name == "sequence"
                        || token.name.hasSuffix("_ms")
                }
            }
        }
    }

    private var breaksBothKnow: Bool {
        levels.contains { level in
            level.indices.contains { place in
                let node = level[place]
                let next = place + 1 < level.count ? level[place + 1] : nil
                let previous = place > 0 ? level[place - 1] : nil
                switch node.token?.kind {
                case .word?:
                    let word = node.word ?? ""
                    let isReplacing =
                        word == "OR" && ["IGNORE", "REPLACE", "ABORT"].contains(next?.word ?? "")
                    // Four bytes there, and times have eight.
                    let isShort = word == "INTEGER" && previous?.word == "AS"
                    return Words.foreign.contains(word) || isReplacing || isShort
                case .quotedName?: return !Words.names.contains(node.token?.name ?? "")
                case .blob?: return true
                // A plus alone is known of numbers only.
                case .sign? where node.isSign("+"):
                    return Self.isAlone(previous) && !(next.map(Self.isNumeric) ?? false)
                        && !(place + 3 < level.count && Self.isNumeric(level[place + 3]))
                case .sign? where node.isSign("-"): return previous?.word == "LIMIT"
                default: return false
                }
            }
        }
    }

    private static func isAlone(_ previous: Node?) -> Bool {
        guard let previous else { return true }
        if previous.group != nil { return false }
        return previous.token?.kind == .sign || previous.word.map(Words.reserved.contains) ?? false
    }

    private static func isNumeric(_ node: Node) -> Bool {
        guard let token = node.token else { return false }
        return token.kind == .number || token.name.hasSuffix("_ms") || token.name == "group"
    }
}

// What rules look at.

extension PortableText {
    private struct Branches {
        /// What it comes to: what stands behind THEN and ELSE.
        var values: [[Node]] = []
    }

    private var calls: [(name: String, arguments: [[Node]])] {
        levels.flatMap { level in
            level.indices.dropFirst().compactMap { place in
                guard let group = level[place].group, let name = level[place - 1].word,
                    level[place - 1].isName, !Self.isQuery(group)
                else { return nil }
                // The columns of an insertion and of a WITH.
                let before = place > 1 ? level[place - 2].word : nil
                guard before != "INTO", before != "RECURSIVE", before != "WITH" else { return nil }
                return (name, Self.split(group[...]))
            }
        }
    }

    private static func isQuery(_ nodes: [Node]) -> Bool {
        ["SELECT", "VALUES", "WITH"].contains(nodes.first?.word ?? "")
            || nodes.first?.group.map(isQuery) ?? false
    }

    /// Whether a value is one of a comparison, by what stands outside of CASE and of parentheses.
    private static func compares(_ nodes: [Node]) -> Bool {
        withoutCases(nodes).contains { node in
            ["=", "<", ">", "<=", ">=", "<>", "!=", "=="].contains(where: node.isSign)
                || ["IS", "IN", "LIKE", "GLOB", "BETWEEN", "EXISTS", "NOT", "AND", "OR"].contains(
                    node.word ?? "")
        }
    }

    private static func withoutCases(_ nodes: [Node]) -> [Node] {
        var (left, depth): ([Node], Int) = ([], 0)
        for node in nodes {
            if node.word == "CASE" { depth += 1 }
            if depth == 0 { left.append(node) }
            if node.word == "END" { depth -= 1 }
        }
        return left
    }

    /// The values of each CASE among nodes, those within others as well.
    private static func cases(in nodes: [Node]) -> [Branches] {
        var (open, found): ([(branches: Branches, value: [Node]?)], [Branches]) = ([], [])
        for node in nodes {
            switch node.word {
            case "CASE": open.append((Branches(), nil))
            case "WHEN", "THEN", "ELSE", "END":
                guard var last = open.popLast() else { continue }
                if let value = last.value { last.branches.values.append(value) }
                last.value = node.word == "THEN" || node.word == "ELSE" ? [] : nil
                if node.word == "END" {
                    found.append(last.branches)
                    if let outer = open.indices.last { open[outer].value?.append(.group([])) }
                } else {
                    open.append(last)
                }
            default: if let last = open.indices.last { open[last].value?.append(node) }
            }
        }
        return found
    }

    /// What the queries among nodes select.
    private static func selected(in level: [Node]) -> [[Node]] {
        let ends: Set = ["FROM", "WHERE", "UNION", "EXCEPT", "ORDER", "GROUP", "LIMIT", "ON"]
        return level.indices.filter { level[$0].word == "SELECT" }.flatMap { start in
            let items = level[(start + 1)...].drop { $0.word == "DISTINCT" }.prefix {
                !ends.contains($0.word ?? "")
            }
            return split(items).map { item in Array(item.prefix { $0.word != "AS" }) }
        }
    }

    /// What is stored: the values of UPDATE, and of VALUES.
    private static func assigned(in level: [Node]) -> [[Node]] {
        var found: [[Node]] = []
        if let set = level.firstIndex(where: { $0.word == "SET" }) {
            let ends: Set = ["WHERE", "FROM"]
            found += split(level[(set + 1)...].prefix { !ends.contains($0.word ?? "") }).map {
                Array($0.drop { !$0.isSign("=") }.dropFirst())
            }
        }
        if let values = level.firstIndex(where: { $0.word == "VALUES" }) {
            found += level[(values + 1)...].prefix { $0.group != nil || $0.isSign(",") }
                .compactMap(\.group).flatMap { split($0[...]) }
        }
        return found
    }

    private static func split(_ nodes: some Collection<Node>) -> [[Node]] {
        nodes.split { $0.isSign(",") }.map { Array($0) }
    }
}

/// What texts are made of.
private enum Words {
    static let reserved: Set<String> = [
        "SELECT", "DISTINCT", "FROM", "WHERE", "GROUP", "BY", "HAVING", "ORDER", "LIMIT", "OFFSET", "UNION",
        "ALL",
        "EXCEPT", "JOIN", "LEFT", "CROSS", "ON", "USING", "AS", "AND", "OR", "NOT", "IN", "IS", "NULL",
        "LIKE", "GLOB",
        "BETWEEN", "EXISTS", "CASE", "WHEN", "THEN", "ELSE", "END", "INSERT", "INTO", "VALUES", "UPDATE",
        "SET",
        "DELETE", "CONFLICT", "DO", "NOTHING", "WITH", "RECURSIVE", "MATERIALIZED", "ASC", "DESC", "INDEXED",
        "CAST",
        "MATCH", "COLLATE", "TRUE", "FALSE", "ESCAPE", "PARTITION", "OVER",
    ]
    static let beforeConditions: Set<String> = ["WHERE", "AND", "OR", "WHEN", "ON", "HAVING"]
    static let afterConditions: Set<String> = ["AND", "OR", "THEN", "GROUP", "ORDER", "LIMIT", "UNION"]
    static let sums: Set<String> = ["COUNT", "SUM", "MAX", "MIN", "AVG", "TOTAL"]
    static let foreign: Set<String> = [
        "COLLATE", "GLOB", "MATCH", "PRAGMA", "ROWID", "SQLITE_MASTER", "PRINTF", "STRFTIME", "REPLACE_INTO",
        "TOTAL",
    ]
    /// The columns whose names SQL has taken.
    static let names: Set<String> = ["group", "transaction", "table"]
    /// The columns that, as the last of an order, leave nothing open: keys, and the last columns of keys. A single column
    /// that is selected alone (1) leaves nothing open either.
    static let keys: Set<String> = [
        "id", "sequence", "name", "named", "number", "app_user_id", "sha256", "message_id", "document_id",
        "ticket_id",
        "chain_id", "hour", "event", "code", "key", "login", "environment", "product_id", "customer_id",
        "id_", "1",
    ]
}

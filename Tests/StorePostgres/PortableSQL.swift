/// The schema's expressions and views in PostgreSQL's words. They stand in files as SQLite 3.38 can run them,
/// so that they cannot be written for both (``PortableText`` holds for all other texts).
struct PortableSQL {
    /// Columns that are integers, and no conditions.
    let integers: Set<String>

    /// An expression of an index or a check.
    func expression(_ sql: String) -> String {
        var text = SQLText(sql)
        for place in 0..<text.count {
            compareWithNull(&text, at: place)
            negate(&text, at: place)
            foldCase(&text, at: place)
            call(&text, at: place)
        }
        return text.text
    }

    /// A query of a view.
    func query(_ sql: String) -> String {
        var text = SQLText(expression(presentMoment(sql)))
        var count = 0
        for place in 0..<text.count where text.has("FROM", at: place) || text.has("JOIN", at: place) {
            guard text.has(sign: "(", at: place + 1), let end = text.partners[place + 1],
                !text.has("AS", at: end + 1), !text[end + 1].isName
            else { continue }
            count += 1
            text.put(" AS part_\(count)", behind: end)
        }
        return PostgresText.prepared(text.text)
    }

    /// `IS` compares with any value in SQLite.
    private func compareWithNull(_ text: inout SQLText, at place: Int) {
        guard text.has("IS", at: place) else { return }
        let isNegated = text.has("NOT", at: place + 1)
        let operand = text[place + (isNegated ? 2 : 1)].keyword
        guard !["NULL", "TRUE", "FALSE", "DISTINCT"].contains(operand) else { return }
        text.replace(
            place, through: place + (isNegated ? 1 : 0),
            with: isNegated ? "IS DISTINCT FROM" : "IS NOT DISTINCT FROM")
    }

    private static let behindName: Set<String> = ["", "AND", "OR", "THEN"]

    /// An integer that is denied is 0.
    private func negate(_ text: inout SQLText, at place: Int) {
        guard text.has("NOT", at: place) else { return }
        let isQualified = text.has(sign: ".", at: place + 2)
        let last = place + (isQualified ? 3 : 1)
        guard text[last].isName, integers.contains(text[last].name),
            text[last + 1].kind != .sign || text.has(sign: ")", at: last + 1) || last + 1 >= text.count,
            PortableSQL.behindName.contains(text[last + 1].keyword)
        else { return }
        text.replace(place, through: last, with: "(\(text.text(of: place + 1..<last + 1)) = 0)")
    }

    private func foldCase(_ text: inout SQLText, at place: Int) {
        guard text.has("COLLATE", "NOCASE", at: place), text[place - 1].isName else { return }
        text.replace(place - 1, through: place + 1, with: "lower(\(text[place - 1].text))")
    }

    /// Functions that are named or shaped otherwise.
    private func call(_ text: inout SQLText, at place: Int) {
        guard text[place].kind == .word else { return }
        let arguments = text.has(sign: "(", at: place + 1) ? text.arguments(place + 1) : []
        switch text[place].keyword {
        case "MIN" where arguments.count == 2: text.replace(place, through: place, with: "lesser")
        case "MAX" where arguments.count == 2: text.replace(place, through: place, with: "greater")
        case "SUM" where arguments.count == 1 && compares(text, arguments[0]):
            text.put("CAST(", before: arguments[0].lowerBound)
            text.put(" AS integer)", behind: arguments[0].upperBound - 1)
        case "IIF" where arguments.count == 3:
            text.replace(place, through: place + 1, with: "CASE WHEN ")
            text.replace(arguments[0].upperBound, through: arguments[0].upperBound, with: " THEN")
            text.replace(arguments[1].upperBound, through: arguments[1].upperBound, with: " ELSE")
            text.replace(arguments[2].upperBound, through: arguments[2].upperBound, with: " END")
        case "CAST":
            guard let end = text.partners[place + 1], text.has("INTEGER", at: end - 1) else { return }
            text.replace(end - 1, through: end - 1, with: "bigint")
        default: break
        }
    }

    private func compares(_ text: SQLText, _ range: Range<Int>) -> Bool {
        !text.has("CASE", at: range.lowerBound)
            && text.direct(from: range.lowerBound, to: range.upperBound).contains {
                [">", "<", "=", ">=", "<=", "<>"].contains(text[$0].text) && text[$0].kind == .sign
            }
    }

    /// SQLite has no name for the present moment in milliseconds.
    private func presentMoment(_ sql: String) -> String {
        var text = SQLText(sql)
        let moment = SQLText(
            """
            CAST(strftime('%s', 'now') AS INTEGER) * 1000
              + CAST(substr(strftime('%f', 'now'), 4, 3) AS INTEGER)
            """)
        let words = (0..<moment.count).map { moment[$0].text }
        for place in 0..<text.count where words.indices.allSatisfy({ text[place + $0].text == words[$0] }) {
            text.replace(place, through: place + words.count - 1, with: "present_ms()")
        }
        return text.text
    }
}

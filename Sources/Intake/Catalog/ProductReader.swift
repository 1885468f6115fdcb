import Purchases
import Yams

/// Reads one product of the catalogue.
struct ProductReader {
    /// The keys that describe a product.
    static let keys = ["kind", "entitlements", "period", "group", "level", "price"]

    private let file: String
    private let name: String
    private let line: Int?

    /// Reads a product that is named on a line of a file.
    init(file: String, product name: String, line: Int?) {
        (self.file, self.name, self.line) = (file, name, line)
    }

    /// The product with those fields; throws the first thing that is wrong.
    func product(_ members: [(key: Node, value: Node)]) throws(CatalogError) -> Product {
        var fields: [String: Node] = [:]
        for (key, value) in members {
            guard let word = key.string, ProductReader.keys.contains(word) else {
                let known = ProductReader.keys.joined(separator: ", ")
                throw error(key, "unknown key “\(key.string ?? "")”", "use \(known)")
            }
            fields[word] = value
        }
        let kind = try kind(fields["kind"])
        return Product(
            id: ProductID(name), kind: kind, entitlements: try entitlements(fields["entitlements"]),
            period: try period(fields["period"], of: kind),
            group: try fields["group"].map(text).map(SubscriptionGroupID.init(_:)),
            level: try level(fields["level"]), prices: try prices(fields["price"]))
    }

    private func kind(_ node: Node?) throws(CatalogError) -> ProductKind {
        let kinds = ProductKind.allCases.filter { $0 != .unknown }
        let words = kinds.map(\.rawValue).joined(separator: ", ")
        guard let node else { throw error(nil, "it has no kind", "add kind: one of \(words)") }
        guard let kind = kinds.first(where: { $0.rawValue == node.string }) else {
            throw error(node, "unknown kind “\(node.string ?? "")”", "use one of \(words)")
        }
        return kind
    }

    private func entitlements(_ node: Node?) throws(CatalogError) -> [EntitlementID] {
        guard let node else { return [] }
        guard let list = node.sequence else {
            throw error(node, "entitlements must be a list", "write [premium], brackets included")
        }
        var entitlements: [EntitlementID] = []
        for element in list {
            let entitlement = EntitlementID(try text(element))
            if !entitlements.contains(entitlement) { entitlements.append(entitlement) }
        }
        return entitlements
    }

    /// Only our side knows how long a non-renewing purchase lasts, so that its period cannot be left out.
    private func period(_ node: Node?, of kind: ProductKind) throws(CatalogError) -> CalendarPeriod? {
        guard let node else {
            guard kind == .nonRenewing else { return nil }
            throw error(
                nil, "a non_renewing product needs a period",
                "add one such as period: P7D; the App Store has none")
        }
        guard let period = node.string.flatMap({ CalendarPeriod($0) }) else {
            throw error(node, "“\(node.string ?? "")” is no period", "write P7D, P1M or P1Y")
        }
        return period
    }

    private func level(_ node: Node?) throws(CatalogError) -> Int? {
        guard let node else { return nil }
        guard let level = node.int, level >= 1 else {
            throw error(node, "level must be a number from 1", "write 1 for the highest level")
        }
        return level
    }

    private func prices(_ node: Node?) throws(CatalogError) -> [String: Int64] {
        guard let node else { return [:] }
        guard let mapping = node.mapping else {
            throw error(node, "price must name currencies", "write price: { EUR: \"9.99\" }")
        }
        var prices: [String: Int64] = [:]
        for (currency, amount) in mapping {
            let code = try text(currency)
            guard let money = amount.string.flatMap({ Money(amount: $0, currency: code) }),
                money.milliunits >= 0
            else {
                throw error(
                    amount, "“\(amount.string ?? "")” is no price in “\(code)”",
                    "write a decimal such as \"9.99\" after a code such as EUR")
            }
            prices[code] = money.milliunits
        }
        return prices
    }

    private func text(_ node: Node) throws(CatalogError) -> String {
        guard let text = node.string, !text.isEmpty, text.utf8.count <= 256 else {
            throw error(node, "a word is expected here", "write one word")
        }
        return text
    }

    private func error(_ node: Node?, _ problem: String, _ remedy: String) -> CatalogError {
        CatalogError(
            file: file, line: node.map { $0.mark?.line } ?? line, product: name, problem: problem,
            remedy: remedy)
    }
}

package import Purchases
import YAMLTexts
import Yams

/// Reads the product catalogue from YAML, as ``CatalogText`` writes it: a new field of a product needs both.
package struct CatalogReader {
    /// The most values and keys of a catalogue †: fifty thousand products, each with all that can be said of it.
    private static let nodeLimit = 1_000_000

    private let file: String

    /// Reads a file of that name; the name is for errors only.
    package init(file: String) { self.file = file }

    /// The catalogue that a YAML text describes; throws the first thing that is wrong with it.
    package func catalog(_ yaml: String) throws(CatalogError) -> Catalog {
        let root = try compose(yaml)
        let top = try members(root, of: "the catalogue", product: nil)
        for (key, _) in top where key.string != "products" {
            throw error(key, nil, "unknown key “\(key.string ?? "")”", "only “products” stands at the top")
        }
        guard let list = top.first?.value else { throw empty(root.mark?.line) }
        let entries = try members(list, of: "products", product: nil)
        guard !entries.isEmpty else { throw empty(list.mark?.line) }
        return Catalog(try products(entries))
    }

    private func products(_ entries: [(key: Node, value: Node)]) throws(CatalogError) -> [Product] {
        var products: [Product] = []
        var names: Set<ProductID> = []
        for (key, value) in entries {
            guard let name = key.string, !name.isEmpty, name.utf8.count <= 256 else {
                throw error(key, nil, "a product needs a name", "write its id in App Store Connect")
            }
            guard names.insert(ProductID(name)).inserted else {
                throw error(key, name, "it is described twice", "describe each product once")
            }
            let reader = ProductReader(file: file, product: name, line: key.mark?.line)
            products.append(try reader.product(try members(value, of: "a product", product: name)))
        }
        return products
    }

    private func compose(_ yaml: String) throws(CatalogError) -> Node {
        do {
            if let node = try YAMLText.compose(yaml, nodeLimit: CatalogReader.nodeLimit) { return node }
        } catch let excess as YAMLExcess {
            throw CatalogError(
                file: file, line: excess.line, product: nil, problem: "it has \(excess.words)",
                remedy: "write out what aliases stand for, and leave out what is sold no more")
        } catch let error as YamlError {
            throw translated(error, yaml)
        } catch {
            throw CatalogError(
                file: file, line: nil, product: nil, problem: "this is not YAML",
                remedy: "check the indentation")
        }
        throw empty(nil)
    }

    private func translated(_ error: YamlError, _ yaml: String) -> CatalogError {
        let remedy = "check indentation, quotes and brackets"
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return CatalogError(
                file: file, line: mark.line, product: nil, problem: "this is not YAML (\(problem))",
                remedy: remedy)
        case .duplicatedKeysInMapping(let names, let context):
            let name = names.first ?? ""
            return CatalogError(
                file: file, line: CatalogReader.repetition(of: name, in: yaml) ?? context.mark.line,
                product: ProductReader.keys.contains(name) ? nil : name,
                problem: "“\(name)” is written twice",
                remedy: "write each product and each of its fields once")
        default:
            return CatalogError(
                file: file, line: nil, product: nil, problem: "this is not YAML", remedy: remedy)
        }
    }

    /// The line on which a key stands for the second time; Yams only names the mapping around it.
    private static func repetition(of key: String, in yaml: String) -> Int? {
        let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
        let places = lines.indices.filter { lines[$0].drop { $0 == " " }.hasPrefix(key + ":") }
        return places.count > 1 ? places[1] + 1 : nil
    }

    private func members(
        _ node: Node, of what: String, product: String?
    ) throws(CatalogError) -> [(key: Node, value: Node)] {
        guard let mapping = node.mapping else {
            throw error(
                node, product, "\(what) must be a list of “name: value”", "compare with docs/intake.md")
        }
        return mapping.map { ($0.key, $0.value) }
    }

    private func empty(_ line: Int?) -> CatalogError {
        CatalogError(
            file: file, line: line, product: nil, problem: "the catalogue has no products",
            remedy: "describe at least one under “products:”")
    }

    private func error(_ node: Node, _ product: String?, _ problem: String, _ remedy: String) -> CatalogError
    {
        CatalogError(file: file, line: node.mark?.line, product: product, problem: problem, remedy: remedy)
    }
}

/// Reads one product of the catalogue.
struct ProductReader {
    /// The keys that describe a product.
    static let keys = ["kind", "entitlements", "period", "group", "level", "price", "names"]

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
            level: try level(fields["level"]), prices: try prices(fields["price"]),
            names: try names(fields["names"]))
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

    private func names(_ node: Node?) throws(CatalogError) -> [String: String] {
        guard let node else { return [:] }
        guard let mapping = node.mapping else {
            throw error(node, "names must name languages", "write names: { en: \"100 coins\" }")
        }
        var names: [String: String] = [:]
        for (key, value) in mapping {
            let language = try text(key)
            guard language.wholeMatch(of: /[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*/) != nil else {
                throw error(key, "“\(language)” is no language", "write a code such as en or de")
            }
            guard let name = value.string, !name.isEmpty, name.utf8.count <= 256 else {
                throw error(value, "a name is expected here", "write the product's name as the shop shows it")
            }
            names[language] = name
        }
        return names
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

/// What is wrong in a product catalogue, where, and what to do about it.
package struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    package let file: String
    /// The line, from 1; nil when the problem is not on one.
    package let line: Int?
    /// The product; nil when the problem is not about one.
    package let product: String?
    package let problem: String
    package let remedy: String

    /// The error on one line: where, which product, what, and what to do.
    package var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(product.map { "product \($0): " } ?? "")\(problem): \(remedy)"
    }
}

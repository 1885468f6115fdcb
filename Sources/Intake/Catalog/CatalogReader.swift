public import Purchases
import Yams

/// Reads the product catalogue.
public struct CatalogReader {
    private let file: String

    /// Reads a file of that name; the name is for errors only.
    public init(file: String) { self.file = file }

    /// The catalogue that a YAML text describes; throws the first thing that is wrong with it.
    public func catalog(_ yaml: String) throws(CatalogError) -> Catalog {
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
            if let node = try Yams.compose(yaml: yaml) { return node }
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

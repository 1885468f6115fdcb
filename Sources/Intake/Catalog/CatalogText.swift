package import Purchases

/// Writes the product catalogue as the YAML that ``CatalogReader`` reads: what is written reads as what it was made of.
package enum CatalogText {
    /// A catalogue as YAML, a product a line, by its id.
    package static func yaml(_ catalog: Catalog) -> String {
        let products = catalog.products.values.sorted { $0.id < $1.id }
        guard !products.isEmpty else {
            return "# No product is described: `makegood catalog example` shows how one is.\nproducts: {}\n"
        }
        return "products:\n" + products.map { "  \(word($0.id.rawValue)): \(fields(of: $0))\n" }.joined()
    }

    private static func fields(of product: Product) -> String {
        var fields = ["kind: \(product.kind.rawValue)"]
        if !product.entitlements.isEmpty {
            let list = product.entitlements.map { word($0.rawValue) }
            fields.append("entitlements: [\(list.joined(separator: ", "))]")
        }
        if let period = product.period { fields.append("period: \(period.description)") }
        if let group = product.group { fields.append("group: \(quoted(group.rawValue))") }
        if let level = product.level { fields.append("level: \(level)") }
        if !product.prices.isEmpty {
            let prices = product.prices.map { code, price in
                (code, Money(milliunits: price, currency: code).amount)
            }
            fields.append("price: \(mapping(prices))")
        }
        if !product.names.isEmpty { fields.append("names: \(mapping(product.names.map { ($0, $1) }))") }
        return "{ \(fields.joined(separator: ", ")) }"
    }

    private static func mapping(_ values: [(String, String)]) -> String {
        let sorted = values.sorted { $0.0 < $1.0 }
        return "{ \(sorted.map { "\(word($0.0)): \(quoted($0.1))" }.joined(separator: ", ")) }"
    }

    /// A word as it is where no reader of YAML could take it for anything else, else between quotation marks.
    private static func word(_ text: String) -> String {
        text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_.\-]*/) == nil ? quoted(text) : text
    }

    /// A text between quotation marks; what would not be seen, or is seen as something else, stands as its number.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case _ where scalar == "\"" || scalar == "\\": quoted += "\\\(scalar)"
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                let digits = String(scalar.value, radix: 16)
                let (sign, count) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
                quoted += "\\" + sign + String(repeating: "0", count: count - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// A catalogue with an example of each kind, explained.
    package static let example = """
        # What you sell. `makegood catalog import products.yaml` puts it in place of the catalogue that is kept.
        # Each product is named as in App Store Connect.
        products:
          # A subscription that Apple renews: what it unlocks, how long a period is, its group and its level in it (1 is the
          # highest), and list prices, which are shown where nothing tells what was charged.
          premium_month: { kind: auto_renewable, entitlements: [premium], period: P1M, group: "20001", level: 2, price: { EUR: "9.99", USD: "9.99" } }
          premium_year: { kind: auto_renewable, entitlements: [premium, extras], period: P1Y, group: "20001", level: 1, price: { EUR: "79.99" } }

          # A pass for a time: its period has to be said, for the App Store does not know it.
          week_pass: { kind: non_renewing, entitlements: [premium], period: P7D }

          # Bought once, kept for good.
          pro_forever: { kind: non_consumable, entitlements: [pro] }

          # Used up by the app: it unlocks nothing. names: what the shop calls it, for letters to customers.
          coins_100: { kind: consumable, names: { en: "100 coins", de: "100 Münzen" } }

          # A free subscription.
          free_issue: { kind: free, entitlements: [reader] }

        """
}

import ArgumentParser
import Console
import Foundation
import Intake
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Keeps the product catalogue.
struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "Keep the product catalogue.",
        discussion:
            "Begin with `makegood catalog example > products.yaml`; docs/intake.md says what each field means.",
        subcommands: [Import.self, Show.self, Example.self],
        defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Puts a catalogue in place of the one kept.
    struct Import: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Put a catalogue (YAML) in place of the one kept; - reads standard input.")

        static let permission = Permission.catalog

        @Argument(help: "The catalogue's file.", completion: .file(extensions: ["yaml", "yml"])) var file:
            String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the catalogue was replaced" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let catalog: Catalog
            do {
                catalog = try CatalogReader(file: file).catalog(try text())
            } catch let error as CatalogError {
                Failure.report(code: "catalog", message: error.description, isJSON: global.json)
                return .someRejected
            }
            try invocation.store.replaceCatalog(with: catalog, by: invocation.agent, at: invocation.now)
            return try CatalogCommand.show(invocation)
        }

        private func text() throws -> String {
            let bytes =
                file == SourceReader.standardInput
                ? try? FileHandle.standardInput.readToEnd() : FileManager.default.contents(atPath: file)
            guard let bytes else {
                throw CommandError(.notFound, "\(file) cannot be read", remedy: "check the path")
            }
            guard let text = String(bytes: bytes, encoding: .utf8) else {
                throw CommandError(.usage, "\(file) is not UTF-8", remedy: "save it as UTF-8")
            }
            return text
        }
    }

    /// Shows the catalogue.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the catalogue.")

        @Flag(help: "As the YAML that `catalog import` takes.") var yaml = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if yaml, global.json { throw ValidationError("Choose --yaml or --json.") }
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            guard yaml else { return try CatalogCommand.show(invocation) }
            Output.raw(CatalogText.yaml(try invocation.store.catalog()))
            return .success
        }
    }

    /// Shows how a catalogue is written.
    struct Example: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "example", abstract: "Print a catalogue with an example of each kind, explained.")

        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try Failure.exiting(isJSON: global.json) {
                if global.json {
                    Output(isJSON: true).answer(.object(["yaml": CatalogText.example]), [])
                } else {
                    Output.raw(CatalogText.example)
                }
                return .success
            }
        }
    }

    private static func show(_ invocation: Invocation) throws -> ExitCode {
        let catalog = try invocation.store.catalog()
        invocation.output.answer(catalog.json, Answers.catalog(catalog))
        return .success
    }
}

extension Answers {
    static func catalog(_ catalog: Catalog) -> Listing<Product> {
        Listing(
            catalog.products.values.sorted { $0.id < $1.id },
            [
                .decisive("product", "product_id") { .product($0.id) },
                .useful("kind", "kind") { .words(words($0.kind.rawValue), value: $0.kind.rawValue) },
                .decisive("unlocks", "entitlements") {
                    .text($0.entitlements.map(\.rawValue).joined(separator: ","))
                },
                .useful("period", "period") { .text($0.period?.description) },
                .extra("group", "group") { .text($0.group?.rawValue) },
                .useful("name", "name") { .text(catalog.names.name(of: $0.id, in: "en")) },
            ], empty: "the catalogue is empty")
    }
}

/// The answer of `catalog`.
extension Catalog: JSONEncodable {
    package var json: JSONValue { .object(["products": products.values.sorted { $0.id < $1.id }]) }
}

extension Product: JSONEncodable {
    package var json: JSONValue {
        .object([
            "product_id": id, "kind": kind, "entitlements": entitlements, "period": period?.description,
            "group": group, "level": level, "names": names,
            "prices": prices.sorted { $0.key < $1.key }.map {
                Money(milliunits: $0.value, currency: $0.key, isListPrice: true)
            },
        ])
    }
}

import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Has Apple renew subscriptions later.
struct ExtendCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend", abstract: "Have Apple renew a subscription later (leads); the server asks.",
        discussion: """
            One chain; with --incident each chain of the incident that Apple's rules allow; with --product and --everybody \
            every active subscriber of the product, whether this store knows of them or not.

            Apple extends by 1 to 90 days, twice in 365 days for a customer, and not in a free offer, in billing retry, in \
            grace, after the end, or for a family member. It cannot be undone, and Apple tells customers by e-mail. \
            --dry-run says what it would do, and what stands against it. Until the server has asked, `makegood ask cancel` \
            takes it back.
            """)

    @Argument(help: "The chain's original_transaction_id.", completion: .chains) var chain: String?
    @Option(help: "Each chain of this incident.") var incident: String?
    @Option(
        help: "This product: of the incident's chains those that have it, with --everybody all that do.",
        completion: .products)
    var product: String?
    @Flag(help: "Every active subscriber of the product.") var everybody = false
    @Option(
        name: .customLong("storefront"),
        help: "With --everybody: only there (ISO 3166-1 alpha-3, such as DEU). Can be repeated.")
    var storefronts: [String] = []
    @Option(help: "By how many days, 1 to 90.") var days: Int
    @Option(
        help: "Why, as Apple is told: outage, satisfaction, other, undeclared.",
        completion: .list(ExtensionReason.allCases.map(\.rawValue)), transform: ExtendCommand.reason)
    var reason: ExtensionReason
    @Option(help: "The same key never asks twice.") var key: String?
    @Flag(name: .customLong("dry-run"), help: "Show what it would do; ask for nothing.") var isPreview = false
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard everybody || [chain, incident].compactMap({ $0 }).count == 1 else {
            throw ValidationError(
                "Say what to renew later: a chain, --incident, or --product with --everybody.")
        }
        guard !everybody || (product != nil && chain == nil) else {
            throw ValidationError("--everybody needs --product, and no chain.")
        }
        guard chain == nil || product == nil else {
            throw ValidationError("--product is for --incident and --everybody.")
        }
        guard ExtensionRule.lengths.contains(days) else {
            throw ValidationError("Apple extends by 1 to \(ExtensionRule.lengths.upperBound) days.")
        }
        guard storefronts.isEmpty || everybody else {
            throw ValidationError("--storefront is for --everybody.")
        }
        guard key == nil || chain != nil || everybody else {
            throw ValidationError("An incident's chains need no --key: what waits is not asked for twice.")
        }
    }

    var deed: String? { isPreview ? nil : "it was asked for" }

    func run(in invocation: Invocation) throws -> ExitCode {
        if everybody, let product { return try extendAll(with: ProductID(product), in: invocation) }
        if let incident { return try extendAll(of: IncidentID(incident), in: invocation) }
        return try extend(OriginalTransactionID(chain ?? ""), in: invocation)
    }

    private static func reason(_ text: String) throws -> ExtensionReason {
        guard let reason = ExtensionReason(rawValue: text) else {
            let known = ExtensionReason.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'\(text)' is no reason that Apple takes: write \(known).")
        }
        return reason
    }

    private var wish: ExtensionTerms { ExtensionTerms(days: days, because: reason) }

    private func extend(_ chain: OriginalTransactionID, in invocation: Invocation) throws -> ExitCode {
        let (store, now) = (invocation.store, invocation.now)
        guard !isPreview else {
            let preview = try invocation.wholePage(of: ExtensionPreviewQuery(of: chain, wish))
            invocation.output.answer(
                .object(["extension": preview, "asked": JSONValue.null, "dry_run": true]),
                Answers.extensionPreview(preview))
            return .success
        }
        let answer = try store.askExtension(of: chain, wish, key: key, by: invocation.agent, at: now)
        invocation.output.answer(
            .object(["extension": answer.preview, "asked": answer.asked, "dry_run": false]),
            Answers.extensionPreview(answer.preview) + Answers.asked(answer.asked))
        return try AskCommand.sayWhetherItWaits(in: invocation)
    }

    private func extendAll(of incident: IncidentID, in invocation: Invocation) throws -> ExitCode {
        let (store, now) = (invocation.store, invocation.now)
        let part = product.map { ProductID($0) }
        let preview: IncidentExtensionPreview
        var asked: [AskedRow] = []
        if isPreview {
            preview = try invocation.wholePage(
                of: IncidentExtensionPreviewQuery(of: incident, product: part, wish))
        } else {
            let answer = try store.askExtensions(
                ofIncident: incident, product: part, wish, by: invocation.agent, at: now)
            (preview, asked) = (answer.preview, answer.asked)
        }
        invocation.output.answer(
            .object([
                "incident": incident, "extensions": preview.chains, "possible": preview.possible.count,
                "without_chain": preview.withoutChain, "asked": asked, "dry_run": isPreview,
            ]), Answers.incidentExtensions(preview, isPreview: isPreview))
        return isPreview ? .success : try AskCommand.sayWhetherItWaits(in: invocation)
    }

    private func extendAll(with product: ProductID, in invocation: Invocation) throws -> ExitCode {
        let (store, now) = (invocation.store, invocation.now)
        let reach = try invocation.wholePage(
            of: MassExtensionReachQuery(of: product, in: storefronts, for: incident.map { IncidentID($0) }))
        let asked =
            isPreview
            ? nil
            : try store.askMassExtension(
                of: product, wish, storefronts: storefronts, for: incident.map { IncidentID($0) }, key: key,
                by: invocation.agent, at: now)
        invocation.output.answer(
            .object([
                "product_id": product, "environment": reach.environment, "storefronts": reach.storefronts,
                "known_active": reach.known.description, "renewed_before": reach.renewed,
                "waiting": isPreview ? reach.waiting?.id : nil, "asked": asked, "dry_run": isPreview,
            ]),
            ["reaches \(Answers.reader.words(of: reach))", "\(days) days later; it cannot be undone"]
                + (isPreview ? Answers.waiting(reach.waiting) : [])
                + (asked.map { Answers.asked($0) } ?? []))
        return isPreview ? .success : try AskCommand.sayWhetherItWaits(in: invocation)
    }
}

extension Answers {
    /// What a later renewal of a chain would do, and what stands against it.
    static func extensionPreview(_ preview: ExtensionPreview) -> [String] {
        let owner = preview.owner.map { " of \($0)" } ?? ""
        return [
            "chain \(preview.chain.original)\(owner) renews \(reader.renewal(of: preview))",
            reader.used(preview.past),
        ] + preview.obstacles.map { "not possible: \(reader.words(of: $0))" }
            + preview.doubts.map { "not sure: \(reader.words(of: $0))" }
            + waiting(preview.waiting)
    }

    /// That the same, or something like it, was asked for already.
    fileprivate static func waiting(_ request: AppStoreRequest?) -> [String] {
        request.map { ["question \($0.id) to the App Store waits already"] } ?? []
    }

    /// What later renewals of an incident's chains would do, and who is left out.
    static func incidentExtensions(_ preview: IncidentExtensionPreview, isPreview: Bool) -> [String] {
        let possible = preview.possible
        let verb = isPreview ? "would be asked about" : "asked about"
        let left = preview.chains.filter { !$0.isPossible }
        let without = Counting.of(preview.withoutChain, "failed purchase")
        return [
            "\(Counting.of(possible.count, "chain")) of incident \(preview.incident) \(verb), \(left.count) left out"
        ] + possible.map { "  \($0.chain.original) \(reader.renewal(of: $0))" }
            + left.map { chain in
                let why =
                    chain.waiting.map { ["question \($0.id) waits already"] }
                    ?? chain.obstacles.map(reader.words)
                return "  \(chain.chain.original) left out: \(why.joined(separator: "; "))"
            } + (preview.withoutChain == 0 ? [] : ["  \(without) of it name no chain that is known"])
    }
}

/// What a later renewal of a chain would do.
extension ExtensionPreview: JSONEncodable {
    package var json: JSONValue {
        .object([
            "original_transaction_id": chain.original, "environment": chain.environment,
            "app_user_id": owner, "product_id": product, "days": wish.days, "reason": wish.reason.rawValue,
            "expires_at": expiresAt, "extended_to": extendedTo, "possible": isPossible,
            "obstacles": obstacles.map { .object(["code": $0.code, "text": Reader.program.words(of: $0)]) },
            "doubts": doubts.map { .object(["code": $0.rawValue, "text": Reader.program.words(of: $0)]) },
            "past": past.map {
                .object([
                    "original_transaction_id": $0.chain.original, "at": $0.at, "asked": $0.request,
                    "waits": $0.isWaiting,
                ])
            },
            "waiting": waiting?.id,
        ])
    }
}

extension AppStoreRequest {
    /// What a request for later renewals said, and what Apple did; nil for a request of another kind.
    var extensionJSON: JSONValue? {
        guard let wish = extensionWish else { return nil }
        let (order, everybody) = (extensionOrder, massExtensionOrder)
        let (effect, counts) = (extensionEffect, massExtensionEffect)
        return .object([
            "days": wish.days, "reason": wish.reason.rawValue,
            "request_identifier": order?.requestIdentifier ?? everybody?.requestIdentifier,
            "environment": order?.environment ?? everybody?.environment,
            "incident": order?.incident ?? everybody?.incident, "storefronts": everybody?.storefronts ?? [],
            "expires_at": order?.expiresAt, "effective_at": effect?.effectiveAt,
            "succeeded_count": counts?.succeeded, "failed_count": counts?.failed,
            "completed_at": counts?.completedAt,
        ])
    }
}

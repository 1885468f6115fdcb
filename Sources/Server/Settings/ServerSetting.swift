import AppStoreClient
import Foundation
import Purchases

/// Everything that `server.yaml` may say, by its key; the receivers of webhooks have keys of their own.
///
/// The file's reader, its page of the manual and the commented file of the package are made of this one table.
package enum ServerSetting: String, Hashable, Sendable, CaseIterable {
    case listen
    case trustedProxies = "trusted_proxies"
    case unauthenticBytes = "unauthentic_bytes_per_day"
    case certificate = "tls.certificate"
    case key = "tls.key"
    case bodyBytes = "limits.body_bytes"
    case bodiesAtOnce = "limits.bodies_at_once_bytes"
    case connections = "limits.connections"
    case requestSeconds = "limits.request_seconds"
    case idleSeconds = "limits.idle_seconds"
    case perKey = "limits.per_key_per_second"
    case perAddress = "limits.per_address_per_second"
    case bundleID = "app_store.bundle_id"
    case issuerID = "app_store.issuer_id"
    case keyID = "app_store.key_id"
    case keyFile = "app_store.key_file"
    case sharedSecretFile = "app_store.shared_secret_file"
    case alarmsMayBePrivate = "alarms.allow_private"
    case root
    case trustedCertificates = "app_store.trusted_certificates"
    case productionReceipts = "app_store.addresses.production_receipts"
    case productionServer = "app_store.addresses.production_server"
    case sandboxReceipts = "app_store.addresses.sandbox_receipts"
    case sandboxServer = "app_store.addresses.sandbox_server"

    /// What may stand behind a key.
    enum Kind: Hashable {
        case text, whole, decimal, list
    }

    /// What may stand behind it.
    var kind: Kind {
        switch self {
        case .trustedProxies: .list
        case .unauthenticBytes, .bodyBytes, .bodiesAtOnce, .connections, .requestSeconds, .idleSeconds: .whole
        case .perKey, .perAddress: .decimal
        default: .text
        }
    }

    /// What it decides, in words for who runs the server.
    package var explanation: String {
        switch self {
        case .listen: "Where the server listens: address and port."
        case .trustedProxies:
            "The proxies whose X-Forwarded-For is believed: addresses, and networks such as 10.0.0.0/8."
        case .unauthenticBytes:
            "How many bytes a day quarantine keeps of what nobody vouches for; what is more is counted alone."
        case .certificate:
            "The certificate in PEM that it shows, with its chain. Without one it speaks plain HTTP, for a proxy in front "
                + "of it."
        case .key: "The certificate's private key in PEM, a file that only the server's login can read."
        case .bodyBytes: "How many bytes the body of one request may have; more is answered 413."
        case .bodiesAtOnce: "How many bytes all bodies that are under way may have together."
        case .connections: "How many connections may be open at once."
        case .requestSeconds: "Within how many seconds headers, and then the body, must have come; else 408."
        case .idleSeconds: "For how many seconds a connection with nothing under way stays open."
        case .perKey:
            "How many requests a second one key may make, each report and signed transaction in them counted; more is "
                + "answered 429."
        case .perAddress: "How many requests a second one address may make; more is answered 429."
        case .bundleID: "The app that Apple is asked about; not needed where the store knows exactly one."
        case .issuerID: "The team's issuer id in App Store Connect."
        case .keyID: "The key's id in App Store Connect."
        case .keyFile:
            "The key as App Store Connect gave it, a .p8 file that only the server's login can read."
        case .sharedSecretFile:
            "The app's shared secret, a file that only the server's login can read; verifyReceipt needs it."
        case .alarmsMayBePrivate:
            "Whether `policy.alarm_url` may lead inside, or to plain HTTP: true or false. Leads say whom alarms call; "
                + "whether that may be inside this file alone says."
        case .root: "A root certificate that signatures must lead to in place of Apple's, as the simulator's."
        case .trustedCertificates: "The roots in PEM that the other side's TLS must lead to."
        case .productionReceipts: "Whom to ask in place of Apple's verifyReceipt for production."
        case .productionServer: "Whom to ask in place of Apple's App Store Server API for production."
        case .sandboxReceipts: "Whom to ask in place of Apple's verifyReceipt for the sandbox."
        case .sandboxServer: "Whom to ask in place of Apple's App Store Server API for the sandbox."
        }
    }

    /// Its value until somebody sets one, as the file has it; nil where there is none.
    package var first: String? {
        let limits = HTTPLimits()
        return switch self {
        case .listen: "\(ServerSettings().listen)"
        case .trustedProxies: "[]"
        case .unauthenticBytes: "\(ServerSettings().unauthenticBytes)"
        case .bodyBytes: "\(limits.bodyBytes)"
        case .bodiesAtOnce: "\(limits.bodiesAtOnce)"
        case .connections: "\(limits.connections)"
        case .requestSeconds: "\(limits.requestTime.wholeSeconds)"
        case .idleSeconds: "\(limits.idleTime.wholeSeconds)"
        case .perKey: String(format: "%g", limits.perKey.perSecond)
        case .perAddress: String(format: "%g", limits.perAddress.perSecond)
        case .alarmsMayBePrivate: "\(ServerSettings().alarmsMayBePrivate)"
        default: nil
        }
    }

    /// A value as it may stand in the file.
    package var example: String {
        switch self {
        case .trustedProxies: "[127.0.0.1]"
        case .certificate: "fullchain.pem"
        case .key: "privkey.pem"
        case .bundleID: "com.example.app"
        case .issuerID: "57246542-96fe-1a63-e053-0824d011072a"
        case .keyID: "2X9R4HXF34"
        case .keyFile: "SubscriptionKey_2X9R4HXF34.p8"
        case .sharedSecretFile: "shared-secret"
        case .root, .trustedCertificates: "root.pem"
        case .productionReceipts, .productionServer, .sandboxReceipts, .sandboxServer:
            "http://127.0.0.1:9090"
        default: first ?? ""
        }
    }

    /// Whether only practice stores may have it.
    package var isForPractice: Bool { self == .root || self == .trustedCertificates || place != nil }

    /// Which place of Apple's it replaces.
    var place: AppStorePlace? {
        switch self {
        case .productionReceipts: AppStorePlace(.receipts, in: .production)
        case .productionServer: AppStorePlace(.server, in: .production)
        case .sandboxReceipts: AppStorePlace(.receipts, in: .sandbox)
        case .sandboxServer: AppStorePlace(.server, in: .sandbox)
        default: nil
        }
    }

    /// The sections that it stands in, and its name there.
    var path: [String] { rawValue.split(separator: ".").map(String.init) }

    /// How the environment says it.
    package var variable: String {
        "MAKEGOOD_SERVER_" + rawValue.uppercased().replacing(".", with: "_")
    }
}

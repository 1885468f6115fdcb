public import AppStore
import Foundation
import Purchases

extension FuzzTarget {
    /// A target that reads whole sources: every good document, alone, in lists, on lines, in envelopes, and tables.
    ///
    /// The checker believes in the chain that signed them.
    public static func sources(
        _ name: String, read: @escaping @Sendable (FuzzDocument, SignatureChecker) -> FuzzOutcome
    ) throws -> FuzzTarget {
        let signer = try FuzzSigner()
        let alone = try decoders(signer).flatMap(\.seeds)
        return FuzzTarget(
            name, seeds: alone + FuzzSamples.sources.map { FuzzSeed($0) },
            tokens: FuzzTokens.json + FuzzTokens.jws
        ) { read($0, signer.checker) }
    }
}

extension FuzzSamples {
    /// Sources of several documents.
    static let sources = [
        "[\((answers + notifications).joined(separator: ","))]",
        (customers + notifications).joined(separator: "\n"),
        #"{"customer":"u_1","kind":"notification_v1","received_at":"2024-01-01","body":\#(notifications[0])}"#,
        #"{"source":"GET /inApps/v1/lookup/MK5TTTTTTT","body":{"status":1}}"#,
        "app_user_id,name,email\nu_1,\"山田, 太郎\",a@b.c\nu_2,\"say \"\"hi\"\"\",\n",
        "app_user_id,password\nu_1,x\n",
    ]
}

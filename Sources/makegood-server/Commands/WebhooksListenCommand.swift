import AppStoreClient
import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird
import JSONAnswers
import JSONValues
import Logging
import Purchases
import Server
import Synchronization

/// A receiver to try webhooks with: it checks signatures and prints what comes.
struct WebhooksListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen", abstract: "Receive webhooks on this machine, check them, and print them.",
        discussion: """
            For trying: makegood-server demo tells which line starts it beside the demonstration. It answers 204 to what \
            is signed with the secret and not older than five minutes, and 401 to everything else.
            """)

    @OptionGroup var global: ServerOptions
    @Option(help: "The port on 127.0.0.1; 0 for any that is free.") var port = 8090
    @Option(help: "The file of the secret (0600).", completion: .file()) var secretFile: String
    @Option(help: "How old a message may be, in seconds; 0 for any age, as in demonstrations.")
    var tolerance: Int64 = 300

    func run() async throws {
        try await Answer.saying(isJSON: global.json) {
            let listener = try WebhookListener(
                secretFile: secretFile, tolerance: tolerance, isJSON: global.json)
            let isJSON = global.json
            var logger = Logger(label: "makegood-webhooks")
            logger.logLevel = .error
            let application = Application(
                responder: CallbackResponder { (request: Request, _: BasicRequestContext) in
                    await listener.answer(request)
                },
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
                onServerRunning: { channel in
                    let place = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
                    Answer(isJSON: isJSON).give(.object(["listening": place])) {
                        ["listening for webhooks on \(place)"]
                    }
                }, logger: logger)
            try await ServiceRunner.run([application], at: "127.0.0.1:\(port)", logger: logger)
        }
    }
}

/// What is done with each call.
private final class WebhookListener: Sendable {
    private static let bodyLimit = 1 << 20

    private let secret: WebhookSecret
    private let tolerance: Int64
    private let isJSON: Bool
    private let seen = Mutex(Set<String>())

    init(secretFile: String, tolerance: Int64, isJSON: Bool) throws {
        let text: Secret
        do { text = try SecretFile.read(secretFile) } catch { throw SettingsError(error.words) }
        guard let secret = WebhookSecret(text) else {
            throw SettingsError(
                "\(secretFile) holds no secret: make one with `makegood-server webhooks secret`")
        }
        (self.secret, self.tolerance, self.isJSON) = (secret, tolerance, isJSON)
    }

    func answer(_ request: Request) async -> Response {
        guard let body = try? await request.body.collect(upTo: WebhookListener.bodyLimit) else {
            return Response(status: .contentTooLarge)
        }
        let text = String(buffer: body)
        guard let id = request.headers[.webhookID],
            let timestamp = request.headers[.webhookTimestamp].flatMap(Int64.init),
            let signature = request.headers[.webhookSignature],
            secret.verifies(signature, of: text, id: id, timestamp: timestamp), isRecent(timestamp)
        else {
            Answer.note(
                "makegood-server: a call whose signature does not hold, or that is too old: answered 401")
            return Response(status: .unauthorized)
        }
        let isRepeat = seen.withLock { !$0.insert(id).inserted }
        say(text, id: id, isRepeat: isRepeat)
        return Response(status: .noContent)
    }

    private func isRecent(_ timestamp: Int64) -> Bool {
        tolerance == 0 || abs(ServerClock.system.now().milliseconds / 1000 - timestamp) <= tolerance
    }

    private func say(_ text: String, id: String, isRepeat: Bool) {
        guard let message = try? JSONValue(parsing: Data(text.utf8)) else { return }
        let json = JSONValue.object(["id": id, "repeat": isRepeat, "message": message])
        Answer(isJSON: isJSON).give(json) {
            let data = message["data"]
            let parts = [
                message["timestamp"]?.string, message["type"]?.string, data?["app_user_id"]?.string,
                data?["entitlement"]?.string ?? data?["ticket"]?.string.map { "ticket \($0)" },
                data?["until"]?.string.map { "until \($0)" }, data?["resolution"]?.string,
                isRepeat ? "(again)" : nil,
            ]
            return [parts.compactMap { $0 }.joined(separator: "  ")]
        }
    }
}

extension HTTPField.Name {
    fileprivate static let webhookID = named(WebhookHeader.id)
    fileprivate static let webhookTimestamp = named(WebhookHeader.timestamp)
    fileprivate static let webhookSignature = named(WebhookHeader.signature)

    /// A name that is written in the program, and so is one.
    private static func named(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .userAgent }
}

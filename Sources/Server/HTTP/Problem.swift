import Foundation
package import HTTPTypes
import Hummingbird
import JSONValues
import Persistence

/// What went wrong, as RFC 9457 has it: for programs a type, for people a title and what to do.
///
/// It never holds a stack, SQL, a path of this host, a command of the console, or a secret.
/// Each status stands in `docs/openapi.yaml`, too. What is wrong with a document is a `DocumentProblem` of `AppStore`.
package struct Problem: Error, Hashable, Sendable {
    /// The kinds of problems there are; each is a status and the last part of its `type`.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The body, or a part of the address, is not understood.
        case badRequest = "bad_request"
        /// Nobody vouches for a notification: its signature does not hold, or it belongs to another app.
        case notAuthentic = "not_authentic"
        /// A key is missing, or is none.
        case unauthorized
        /// A notification's password is wrong.
        case wrongPassword = "wrong_password"
        /// The key does not open this.
        case wrongScope = "wrong_scope"
        /// There is nothing at that address.
        case notFound = "not_found"
        /// There is no customer of that id.
        case unknownCustomer = "unknown_customer"
        /// What came after that event is not all there any more.
        case eventsGone = "events_gone"
        /// The address answers other methods.
        case methodNotAllowed = "method_not_allowed"
        /// The request did not come whole in time.
        case timeout = "request_timeout"
        /// The key of idempotency was used for something else.
        case keyUsed = "idempotency_key_used"
        /// The body has more bytes than are taken.
        case tooLarge = "too_large"
        /// The body is of a type that is not taken.
        case unsupportedType = "unsupported_media_type"
        /// The documents are understood, and cannot be taken in.
        case notTaken = "not_taken"
        /// Apple says that a receipt is not valid, or that its account is gone.
        case receiptRefused = "receipt_refused"
        /// More requests than are allowed.
        case tooMany = "too_many_requests"
        /// Something failed here.
        case inside = "internal"
        /// It cannot be written just now.
        case unavailable
    }

    /// What kind of problem it is.
    package let kind: Kind
    /// What happened and what to do.
    package let detail: String
    /// A code that says more than the kind, such as `bad_signature`, `21010`.
    package var code: String?
    /// After how many seconds it is worth trying again.
    package var retryAfter: Int?
    /// After which event everything is still there, for `eventsGone`.
    package var earliest: String?
    /// The methods that the address answers, for `methodNotAllowed`.
    package var allowed: [String] = []
    /// Whether the connection is to be closed, since a body may still be on its way.
    package var closes = false

    package init(_ kind: Kind, _ detail: String, code: String? = nil, retryAfter: Int? = nil) {
        (self.kind, self.detail, self.code, self.retryAfter) = (kind, detail, code, retryAfter)
    }
}

extension Problem.Kind {
    package var status: HTTPResponse.Status {
        switch self {
        case .badRequest, .notAuthentic: .badRequest
        case .unauthorized: .unauthorized
        case .wrongPassword, .wrongScope: .forbidden
        case .notFound, .unknownCustomer: .notFound
        case .eventsGone: .gone
        case .methodNotAllowed: .methodNotAllowed
        case .timeout: .requestTimeout
        case .keyUsed: .conflict
        case .tooLarge: .contentTooLarge
        case .unsupportedType: .unsupportedMediaType
        case .notTaken, .receiptRefused: .unprocessableContent
        case .tooMany: .tooManyRequests
        case .inside: .internalServerError
        case .unavailable: .serviceUnavailable
        }
    }

    /// What it is, in a few words that are the same each time.
    package var title: String {
        switch self {
        case .badRequest: "The request is not understood"
        case .notAuthentic: "The notification is not authentic"
        case .unauthorized: "A key is needed"
        case .wrongPassword: "The password is wrong"
        case .wrongScope: "The key does not open this"
        case .notFound: "There is nothing here"
        case .unknownCustomer: "The customer is not known"
        case .eventsGone: "Older events are not kept"
        case .methodNotAllowed: "The method is not answered here"
        case .timeout: "The request took too long"
        case .keyUsed: "The idempotency key was used for something else"
        case .tooLarge: "The body is too large"
        case .unsupportedType: "The body is of another type"
        case .notTaken: "The documents cannot be taken in"
        case .receiptRefused: "Apple does not accept the receipt"
        case .tooMany: "Too many requests"
        case .inside: "Something failed"
        case .unavailable: "It cannot be done just now"
        }
    }
}

extension Problem {
    /// An error in words for the network, which tell nothing of this host.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as GathererError:
            self.init(
                .unavailable,
                error == .full ? "More waits than can be written: try again shortly." : "The server stops.",
                code: error == .full ? "full" : "stopping", retryAfter: error == .full ? 2 : 5)
        case let error as StoreError:
            switch error.code {
            case .busy, .unavailable, .damaged, .configuration, .refused:
                self.init(
                    .unavailable, "The store cannot be used just now: try again shortly.",
                    code: "store_\(error.code.rawValue)", retryAfter: error.code == .busy ? 2 : 30)
            case .notFound: self.init(.notFound, "There is nothing of that name.")
            case .conflict: self.init(.keyUsed, "It was done otherwise before.")
            case .usage: self.init(.badRequest, "The request makes no sense as it stands.")
            }
        case is CancellationError:
            self.init(.unavailable, "The server stops.", code: "stopping", retryAfter: 5)
        default: self.init(.inside, "Something failed that has no name here.")
        }
    }
}

extension Problem {
    /// The problem as a document, about a request where it has a number.
    func json(of request: String?) -> JSONValue {
        JSONValue.object([
            "type": "urn:makegood:problem:\(kind.rawValue)", "title": kind.title, "status": kind.status.code,
            "detail": detail, "instance": request.map { "urn:makegood:request:\($0)" }, "code": code,
            "earliest": earliest,
        ]).withoutNulls
    }

    /// The problem as the answer to a request.
    func response(to request: String) -> Response {
        var response = Response.json(json(of: request), status: kind.status)
        response.headers[.contentType] = "application/problem+json"
        response.headers[.cacheControl] = "no-store"
        if let retryAfter { response.headers[.retryAfter] = String(max(1, retryAfter)) }
        if !allowed.isEmpty { response.headers[.allow] = allowed.joined(separator: ", ") }
        if kind == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer realm=\"makegood\"" }
        if closes { response.headers[.connection] = "close" }
        return response
    }
}

extension Response {
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(string: value.canonicalText)))
    }
}

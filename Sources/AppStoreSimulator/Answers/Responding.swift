import Foundation
import JSONValues
import Purchases

/// The way of a request in: faults, the token, the endpoint, the limit. What each endpoint answers is in the files
/// beside.
extension SimulatedAppStore {
    /// Answers a request as Apple would.
    ///
    /// Faults that hold at the present change the answer, or the way it takes (`SimulatorResponse.defect`).
    package mutating func respond(to request: SimulatorRequest) -> SimulatorResponse {
        let side: AppleFault.Side = request.path == "/verifyReceipt" ? .verifyReceipt : .serverAPI
        let fault = faults.answer(side, at: now, &faultRandom)
        if let broken = broken(by: fault, side) { return broken }
        var response =
            side == .verifyReceipt
            ? verifyReceipt(request, hasOtherSecret: fault == .wrongSecret)
            : serverAPI(request)
        switch fault {
        case .half?: response.defect = .half
        case .slow(let milliseconds)?: response.defect = .slow(milliseconds: milliseconds)
        default: break
        }
        return response
    }

    /// The answer of a fault that needs nothing of the request.
    private func broken(by fault: AppleFault.Kind?, _ side: AppleFault.Side) -> SimulatorResponse? {
        switch fault {
        case .down?: return SimulatorResponse(503, defect: .down)
        case .reset?: return SimulatorResponse(503, defect: .reset)
        case .html?:
            return SimulatorResponse(
                200, headers: ["content-type": "text/html"],
                body: Data("<html><body><h1>We'll be back.</h1></body></html>".utf8))
        case .http(let status)?: return SimulatorResponse(status)
        case .redirect?: return SimulatorResponse(302, headers: ["location": "https://example.com/elsewhere"])
        case .receipt(let status)? where side == .verifyReceipt: return .receiptStatus(status)
        case .limited?: return limited
        case .api(let code)? where side == .serverAPI: return APIError(code).response
        case .unauthorized? where side == .serverAPI: return SimulatorResponse(401)
        default: return nil
        }
    }

    /// Too many requests: told when the hour is over, in milliseconds since 1970.
    private var limited: SimulatorResponse {
        var response = APIError(4_290_000).response
        let hour: Int64 = 3_600_000
        response.headers["retry-after"] = String((now.milliseconds / hour + 1) * hour)
        return response
    }

    private mutating func serverAPI(_ request: SimulatorRequest) -> SimulatorResponse {
        guard TokenCheck(terms: terms, now: now).accepts(request.authorization) else {
            return SimulatorResponse(401)
        }
        guard let (endpoint, arguments) = APIEndpoint.find(request.method, request.path) else {
            return SimulatorResponse(404)
        }
        if isOverLimit(endpoint, in: request.environment) { return limited }
        do {
            return try answer(endpoint, arguments, request)
        } catch let error as APIError {
            return error.response
        } catch {
            return APIError(5_000_000).response
        }
    }

    /// Whether an endpoint was called more often in this hour than Apple allows; the call counts.
    ///
    /// Source: Apple, "Identifying rate limits": limits a second, enforced by the hour; a tenth in the sandbox.
    private mutating func isOverLimit(_ endpoint: APIEndpoint, in environment: AppStoreEnvironment) -> Bool {
        let name = "\(environment.rawValue) \(endpoint.rawValue)"
        let hour = now.milliseconds / 3_600_000
        let count = (uses[name].map { $0.hour == hour ? $0.count : 0 } ?? 0) + 1
        uses[name] = EndpointUse(hour: hour, count: count)
        return count > endpoint.limit * 3600 / (environment == .sandbox ? 10 : 1)
    }

    private mutating func answer(
        _ endpoint: APIEndpoint, _ arguments: [String], _ request: SimulatorRequest
    ) throws -> SimulatorResponse {
        switch endpoint {
        case .history: try history(of: arguments[0], request)
        case .transaction: try transaction(arguments[0], in: request.environment)
        case .statuses: try statuses(of: arguments[0], request)
        case .refunds: try refunds(of: arguments[0], request)
        case .order: try order(arguments[0], in: request.environment)
        case .extend: try extend(arguments[0], request)
        case .massExtend: try massExtend(request)
        case .massExtendStatus: try massExtendStatus(arguments[0], arguments[1], request)
        case .consumption, .oldConsumption: try takeConsumption(arguments[0], request)
        case .accountToken: try setAccountToken(arguments[0], request)
        case .finish: try finishTransaction(arguments[0], in: request.environment)
        case .appTransaction: try appTransaction(of: arguments[0], in: request.environment)
        case .notifications: try notificationHistory(request)
        case .test: testNotification(in: request.environment)
        case .testStatus: try testStatus(arguments[0], in: request.environment)
        }
    }
}

/// An endpoint of the App Store Server API.
enum APIEndpoint: String, CaseIterable, Sendable {
    case history = "GET /inApps/v2/history/*"
    case transaction = "GET /inApps/v1/transactions/*"
    case statuses = "GET /inApps/v1/subscriptions/*"
    case refunds = "GET /inApps/v2/refund/lookup/*"
    case order = "GET /inApps/v1/lookup/*"
    case extend = "PUT /inApps/v1/subscriptions/extend/*"
    case massExtend = "POST /inApps/v1/subscriptions/extend/mass"
    case massExtendStatus = "GET /inApps/v1/subscriptions/extend/mass/*/*"
    case consumption = "PUT /inApps/v2/transactions/consumption/*"
    case oldConsumption = "PUT /inApps/v1/transactions/consumption/*"
    case accountToken = "PUT /inApps/v1/transactions/*/appAccountToken"
    case finish = "POST /inApps/v1/transactions/*/finish"
    case appTransaction = "GET /inApps/v1/transactions/appTransactions/*"
    case notifications = "POST /inApps/v1/notifications/history"
    case test = "POST /inApps/v1/notifications/test"
    case testStatus = "GET /inApps/v1/notifications/test/*"

    /// How often it may be called in production, a second.
    var limit: Int {
        switch self {
        case .refunds, .order: 10
        case .extend, .accountToken: 20
        case .massExtend, .massExtendStatus, .test, .testStatus: 1
        default: 50
        }
    }

    /// The endpoint of a method and a path, with what stands in the places of its stars.
    static func find(_ method: String, _ path: String) -> (APIEndpoint, [String])? {
        let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        for endpoint in allCases {
            let words = endpoint.rawValue.split(separator: " ")
            let pattern = words[1].split(separator: "/")
            guard words[0] == method, pattern.count == parts.count else { continue }
            let pairs = zip(pattern, parts)
            guard pairs.allSatisfy({ $0 == "*" || $0 == $1 }) else { continue }
            return (endpoint, pairs.filter { $0.0 == "*" }.map(\.1))
        }
        return nil
    }
}

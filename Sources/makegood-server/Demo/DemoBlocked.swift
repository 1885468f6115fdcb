import AppStoreSimulator
import Purchases

/// A customer of the demonstration who paid while Apple was away, never opened the app again to get what was bought, and
/// therefore cannot buy it once more: as soon as support has had the transaction finished, the next purchase goes through.
struct DemoBlocked: Sendable {
    static let account = AccountID("u_4444")
    /// The `appAccountToken`, by which the purchase says whose it is: a device that only reports sends no receipt.
    private static let token = "5f0c4444-9c1d-4b6e-8d57-2f3a4444c0de"
    /// The product: a consumable, since nothing of it arrives later by itself.
    private static let product = ProductID("coins_100")
    /// How long after Apple went away it is bought, and how long after that the app is left†.
    private static let (buys, leaves) = (TimeLength.hours(2), TimeLength.seconds(1200))
    /// How long after Apple is back the customer wants to buy again†.
    private static let returns = TimeLength.hours(2)

    private let began: Instant
    private let isBack: Instant
    private var stage = Stage.before

    private enum Stage {
        case before, bought, away, blocked, served
    }

    /// A customer of a day in which Apple is away between two moments.
    init(away began: Instant, until isBack: Instant) { (self.began, self.isBack) = (began, isBack) }

    /// Lets the customer do what is due; answers what happened.
    mutating func step(at now: Instant, in world: inout SimulatedWorld) -> [DemoEvent] {
        let (who, what) = (DemoBlocked.account, DemoBlocked.product)
        switch stage {
        case .before:
            guard now >= began + DemoBlocked.buys else { return [] }
            world.apple.open(who, token: DemoBlocked.token)
            _ = try? world.app.buy(what, by: who, on: .reports, from: &world.apple)
            stage = .bought
        case .bought:
            guard now >= began + DemoBlocked.buys + DemoBlocked.leaves else { return [] }
            world.app.leave(who)
            stage = .away
        case .away:
            guard now >= isBack + DemoBlocked.returns else { return [] }
            stage = .blocked
            guard world.app.blocking(what, of: who, at: world.apple) != nil else { return [] }
            return [.blocked(AppUserID(who.rawValue), what)]
        case .blocked:
            guard world.app.blocking(what, of: who, at: world.apple) == nil else { return [] }
            world.app.open(who)
            _ = try? world.app.buy(what, by: who, signs: true, from: &world.apple)
            stage = .served
            return [.unblocked(AppUserID(who.rawValue), what)]
        case .served: return []
        }
        return []
    }
}

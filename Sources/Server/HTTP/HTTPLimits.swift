package import Purchases

/// The limits of requests: sizes, times, rations. `ConnectionGuard`, `Exchange` and `FrontDoor` hold them;
/// `SettingsFile` changes them by `server.yaml`. The numbers are ours†.
package struct HTTPLimits: Hashable, Sendable {
    /// The most bytes of a body.
    package var bodyBytes = 4 << 20
    /// The most bytes of all bodies that are on their way at once.
    package var bodiesAtOnce = 128 << 20
    /// The most connections at once; more are closed at once.
    package var connections = 512
    /// How long the head of a request, and then its body, may take.
    package var requestTime = TimeLength.seconds(15)
    /// How long an answer may take, until it is read: longer than Apple and the store's lock are waited for†.
    package var answerTime = TimeLength.seconds(60)
    /// How long a connection may stay open between requests.
    package var idleTime = TimeLength.seconds(60)
    /// What a key may ask.
    package var perKey = Ration(perSecond: 500, atOnce: 2000)
    /// What an address may ask, Apple's route apart.
    package var perAddress = Ration(perSecond: 100, atOnce: 400)
    /// How often an address may be refused before it is not listened to.
    package var refusals = Ration(perSecond: 2, atOnce: 100)
    /// The proxies whose `X-Forwarded-For` is believed.
    package var proxies = TrustedProxies.none

    /// The limits as they are unless somebody sets them.
    package init() {}
}

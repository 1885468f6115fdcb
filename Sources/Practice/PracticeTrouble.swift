/// What went wrong (or looked as if) with one purchase of a made-up customer.
enum PracticeTrouble: Hashable, Sendable {
    /// The payment failed, with the code of `SKErrorDomain`.
    case paymentFailed(Int)
    /// The payment never came to an end.
    case stuck
    /// Nobody answered an Ask to Buy.
    case neverApproved
    /// An Ask to Buy was approved in time.
    case approved
    /// A payment failed, and the next one for the same product went well.
    case superseded
    /// A payment failed first and was charged then, and is still not verified.
    case interrupted
    /// A payment failed first, was charged then, and was delivered.
    case interruptedDelivered
    /// Verification fails and is tried again.
    case retrying(PracticeFailure)
    /// Verification failed and the app closed the payment transaction.
    case closed(PracticeFailure)
    /// A renewal of a subscription in good standing was charged and closed without delivery.
    case renewalLost
    /// Verification failed as often as it may.
    case exhausted(PracticeFailure)
    /// Verification failed, and the App Store's record came in time all the same.
    case deliveredLater(PracticeFailure)
    /// All went well for the app, and the App Store's record came after the period was over.
    case late
    /// A free trial was lost.
    case trialLost
    /// Goods that the app hands over itself were not.
    case coinsLost
    /// Goods that the app hands over itself were not, and Apple gave the money back.
    case coinsRefunded
    /// Goods that the app hands over itself were.
    case coinsDelivered
    /// A lost charge was refunded before anybody made it good.
    case refunded
    /// Bought during the outage; what became of it.
    case outage(OutageEnd)
    /// Bought while the server had the wrong secret.
    case configurationFault
    /// Closed by the leaking version without verification.
    case leaked
    /// Charged, and no app ever reported it: the record came late.
    case silentlyLate
    /// Charged, and no app ever reported it: the record names nobody.
    case silentlyOwnerless
    /// Brought back on another device.
    case restored
    /// A failure in the test environment.
    case sandbox
    /// One charge in several attempts, delivered in the end.
    case redelivered
    /// One charge in several attempts, lost in the end.
    case redeliveredLost
    /// The app learned the transaction's id only in a later report.
    case namedLater
    /// Lost on a device whose clock is off by decades, back or ahead.
    case wrongClock(isAhead: Bool)

    /// What became of a purchase during the outage.
    enum OutageEnd: Hashable, Sendable {
        /// The app closed it.
        case closed
        /// All tries failed.
        case exhausted
        /// It is still tried.
        case retrying
        /// It was delivered in the days after.
        case delivered
        /// It was closed, made good, and then refunded by Apple.
        case refunded
    }
}

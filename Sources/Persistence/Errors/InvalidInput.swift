package import Purchases

/// What makes no sense as it was given; what was not given at all is ``NeededInput``. Its code is `usage`, its
/// words are in `Wording/InputErrors.swift`.
package enum InvalidInput: Hashable, Sendable {
    // MARK: Texts

    case login
    /// The name of an API key.
    case keyName
    /// A customer's id.
    case customer
    case email(String)
    /// A token, which is a UUID.
    case token(String)
    case order(OrderID)
    case storefront(String)
    /// The place in a list from which it goes on.
    case cursor(String)
    /// A path that names no file.
    case fileName(String)
    /// A template of an answer to customers.
    case template(ReplyTemplate.Problem)
    case emptySecret
    case emptyNote
    case namelessView

    // MARK: Settings

    case value(of: Setting, Problem)
    /// A setting holds one value, to which nothing can be added.
    case noList(Setting)

    // MARK: Values of acts

    /// The days by which a renewal is moved.
    case extensionLength(days: Int)
    /// More chains than are asked about one by one.
    case tooManyChains(limit: Int)
    /// Nobody chooses this end of a ticket: a grant or the facts find it.
    case end(TicketResolution)
    /// A quantity beside another end than as credited.
    case quantityWithoutCredit
    /// Another ticket beside another end than as a duplicate.
    case otherWithoutDuplicate
    /// A charge that is to lie in the future.
    case chargeInFuture(Instant)
    /// A ticket that is to wait until a moment that is over.
    case waitInPast(Instant)

    /// Why a value makes no sense for a setting.
    package enum Problem: Hashable, Sendable {
        /// At least one environment is needed.
        case noEnvironment
        /// Apple has no such environment.
        case unknownEnvironment(AppStoreEnvironment)
        /// A part of a list is none of its kind.
        case badPart(String)
        /// Codes are words of lower-case letters, digits and _.
        case badCode
        /// It is no http or https address.
        case noAddress
        /// It is an address with a name or password in it, and settings are shown to everybody.
        case secretInAddress
        /// It is one of these.
        case noChoice(of: [String])
        /// It is a whole number in this range.
        case outside(ClosedRange<Int>)
        /// Nothing is named.
        case nothing
    }
}

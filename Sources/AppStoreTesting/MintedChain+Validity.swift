public import Foundation

extension MintedChain {
    /// When the certificates of a chain are valid: both bounds belong to it.
    public struct Validity: Sendable {
        /// When the leaf is valid.
        public var leaf: ClosedRange<Date>
        /// When the intermediate is valid.
        public var intermediate: ClosedRange<Date>
        /// When the root is valid.
        public var root: ClosedRange<Date>

        /// Times for each certificate; all are valid from 2015 to 2040 unless said otherwise.
        public init(
            leaf: ClosedRange<Date> = years(2015, 2040), intermediate: ClosedRange<Date> = years(2015, 2040),
            root: ClosedRange<Date> = years(2015, 2040)
        ) {
            (self.leaf, self.intermediate, self.root) = (leaf, intermediate, root)
        }

        /// From the first moment of one year to the first moment of another, in UTC.
        public static func years(_ first: Int, _ last: Int) -> ClosedRange<Date> {
            start(first)...start(last)
        }

        /// The years of a certificate that has expired long ago.
        static let past = years(2015, 2016)
        /// The years of a certificate that is not valid for a long time yet.
        static let future = years(2039, 2040)

        private static func start(_ year: Int) -> Date {
            let leapDays = (year - 1969) / 4
            return Date(timeIntervalSince1970: Double((year - 1970) * 365 + leapDays) * 86_400)
        }
    }
}

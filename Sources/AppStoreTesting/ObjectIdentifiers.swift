public import SwiftASN1

extension ASN1ObjectIdentifier {
    /// Marks the certificates that sign receipts and signed documents for the App Store.
    public static let appStoreSigning: ASN1ObjectIdentifier = "1.2.840.113635.100.6.11.1"
    /// Marks the intermediate certificates of Apple Worldwide Developer Relations.
    public static let worldwideDeveloperRelations: ASN1ObjectIdentifier = "1.2.840.113635.100.6.2.1"
}

/// An answer of the store, which says how viewers see it: roles from which personal data is hidden.
///
/// A page is one of three: ``Maskable``, ``PublicPage`` or ``HiddenPage``. One that says nothing answers no question, so
/// that a new page reaches no viewer unmasked by forgetting.
public protocol StorePage {
    /// The page as viewers see it.
    ///
    /// - Throws: `StoreError` (`.store(.pageHidden)`) for one that they do not see at all.
    func forViewers() throws -> Self
}

/// A page, or a part of one, that names people and has a form without them.
///
/// Address, name and token are masked, and what people typed is hidden whole: a note may hold anything.
public protocol Maskable: StorePage {
    /// The same without what names a person.
    var masked: Self { get }
}

extension Maskable {
    /// Masked.
    public func forViewers() -> Self { masked }
}

/// A page without any customer's data: counts, sums, the store's own facts, names of products, colleagues and chains.
public protocol PublicPage: StorePage {}

extension PublicPage {
    /// As it is.
    public func forViewers() -> Self { self }
}

/// A page that no viewer sees: it comes before an act that no viewer may do, or shows a document whole.
public protocol HiddenPage: StorePage {}

extension HiddenPage {
    /// Refused.
    public func forViewers() throws -> Self { throw StoreError.store(.pageHidden) }
}

extension Optional: StorePage where Wrapped: StorePage {
    /// As what it holds, if anything.
    public func forViewers() throws -> Wrapped? { try map { try $0.forViewers() } }
}

extension Optional: Maskable where Wrapped: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: Wrapped? { map(\.masked) }
}

extension Array: StorePage where Element: StorePage {
    /// Each as it says itself.
    public func forViewers() throws -> [Element] { try map { try $0.forViewers() } }
}

extension Array: Maskable where Element: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: [Element] { map(\.masked) }
}

/// Where a report says how far it has come.
public struct ReportProgress {
    private let notice: (_ share: Double) -> Void

    /// Says it to a closure, as a share between 0 and 1.
    public init(_ notice: @escaping (_ share: Double) -> Void) { self.notice = notice }

    /// Nobody wants to know.
    public static var none: ReportProgress { ReportProgress { _ in } }

    /// So many parts of all are done.
    func show(_ done: Int, of all: Int) { notice(all == 0 ? 1 : Double(done) / Double(all)) }
}

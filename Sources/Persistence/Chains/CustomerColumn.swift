/// The columns of a customer, but for those that only searches and documents ask.
enum CustomerColumn: Int, ColumnList {
    case id
    case appUserId
    case email
    case name
    case appAccountToken
    case createdAtMs
    case locale
    case country
    case tester
}

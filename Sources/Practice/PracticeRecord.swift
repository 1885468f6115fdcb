/// A customer as the app's own list would tell it.
struct PracticeRecord: Encodable {
    let app_user_id: String
    let email: String
    let name: String
    let app_account_token: String
    let created_at: String
    let updated_at: String
    let locale: String
    let country: String
}

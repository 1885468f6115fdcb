import AppStore
import Foundation
import JSONValues
import Purchases

/// Decodes one of the app's own customers, a JSON object or a row of CSV.
struct CustomerDecoder {
    private let fields: FieldReader

    /// Reads a customer; throws `wrong_type` when it is no object.
    init(_ document: JSONValue) throws(DocumentProblem) { fields = try FieldReader(document) }

    /// What the document tells; throws `missing_id` without `app_user_id`, else what is wrong with a field.
    func contents(in context: DocumentContext) throws(DocumentProblem) -> DocumentContents {
        guard let id = try fields.identifier("app_user_id") else {
            throw fields.problem(.missingID, key: "app_user_id", "is missing", remedy: "name the customer")
        }
        let values = try values()
        let updated = try fields.date("updated_at")
        let precedence = context.precedence(updated, context.receivedAt, values.createdAt)
        var contents = context.contents(.customers, precedence: precedence)
        contents.person = DocumentContents.Person(id: AppUserID(id), values: values)
        return contents
    }

    private func values() throws(DocumentProblem) -> CustomerValues {
        CustomerValues(
            email: try personal("email"), name: try personal("name"),
            appAccountToken: PersonIdentifier(try token()),
            createdAt: try fields.date("created_at"), locale: try personal("locale"),
            country: try personal("country"))
    }

    private func personal<Kind>(_ key: String) throws(DocumentProblem) -> Personal<Kind>? {
        Personal(try fields.text(key))
    }

    private func token() throws(DocumentProblem) -> String? {
        guard let text = try fields.identifier("app_account_token") else { return nil }
        guard let token = UUID(uuidString: text) else {
            throw fields.problem(
                .badValue, key: "app_account_token", "is not a UUID",
                remedy: "send the UUID that purchases carry")
        }
        return token.uuidString.lowercased()
    }
}

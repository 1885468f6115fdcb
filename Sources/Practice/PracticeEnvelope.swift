/// A document in the envelope that says whose it is and when it arrived.
struct PracticeEnvelope<Body: Encodable>: Encodable {
    let kind: String
    let customer: String?
    let received_at: String
    let source: String
    let body: Body
}

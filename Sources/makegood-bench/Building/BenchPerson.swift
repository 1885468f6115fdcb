import Purchases

/// A made-up customer, known from its number alone.
struct BenchPerson: Sendable {
    /// Which one it is, from 0.
    let number: Int
    /// What everything random of it comes from.
    let seed: UInt64

    /// The app's id.
    var id: AppUserID { AppUserID(idText) }
    /// The app's id as a text.
    var idText: String { "u_\(padded(Int64(number), 8))" }
    /// The name.
    var name: String { "\(firstName.name) \(lastName.name)" }
    /// The address.
    var email: String { "\(firstName.address).\(lastName.address)\(number)@example.com" }
    /// The UUID that the app gives the App Store.
    var token: String {
        let (high, low) = (hex(random(3)), hex(random(4)))
        return
            "\(high.prefix(8))-\(high.dropFirst(8).prefix(4))-4\(high.suffix(3))-a\(low.prefix(3))-\(low.suffix(12))"
    }
    /// The order that an invoice names.
    var order: String { "MB\(padded(Int64(number), 8))" }
    /// The id of the chain: App Store ids grow with time, and so do these.
    var chainID: Int64 { transactionID(0) }

    /// The id of a purchase, by its place in the chain.
    func transactionID(_ place: Int) -> Int64 {
        100_000_000_000_000 + Int64(place) * 1_000_000_000 + Int64(number) * 7
    }

    /// The line item of a purchase, by its place in the chain.
    func lineItem(_ place: Int) -> Int64 {
        700_000_000_000_000 + Int64(place) * 1_000_000_000 + Int64(number) * 3
    }

    /// When the last purchase was made, in milliseconds: half of them still run.
    var lastPurchase: Int64 {
        BenchPopulation.now.milliseconds - Int64(random(5) % 59) * 86_400_000 - Int64(random(6) % 86_000)
            * 1000
    }

    /// A random number of this person, the same for the same salt.
    func random(_ salt: UInt64) -> UInt64 {
        // Source: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (SplitMix64).
        var value =
            seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03 &+ salt
            &* 0x8CB9_2BA7_2F3D_8DD7
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    private var firstName: (name: String, address: String) {
        BenchNames.first[Int(random(1) % UInt64(BenchNames.first.count))]
    }

    private var lastName: (name: String, address: String) {
        BenchNames.last[Int(random(2) % UInt64(BenchNames.last.count))]
    }

    private func hex(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    private func padded(_ number: Int64, _ width: Int) -> String {
        var text = ByteText()
        text.write(number, width: width)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

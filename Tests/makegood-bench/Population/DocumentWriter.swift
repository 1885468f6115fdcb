import Foundation
import Practice
import Purchases

/// Writes made-up documents as JSON Lines.
struct DocumentWriter {
    /// The kinds of documents that the bench makes up.
    enum Kind: String, CaseIterable, Sendable {
        /// The app's own customers.
        case customers
        /// Answers of verifyReceipt.
        case verifyReceipt = "verify_receipt"
        /// What the app reports of failed purchases.
        case purchaseReport = "purchase_report"
    }

    /// Who is written about.
    let population: BenchPopulation

    /// The app's own, beside which there is another that never reports anything.
    static let (bundle, otherBundle) = (PracticeCatalog.bundleID, PracticeCatalog.bundleID + ".other")

    private static let month: Int64 = 30 * 86_400_000
    /// How often somebody bought whom nobody knows.
    private static let few = 3
    /// How often somebody bought where nobody looks.
    private static let many = 10

    /// Documents about customers, or reports, by number.
    func documents(_ kind: Kind, _ numbers: Range<Int>) -> Data {
        var text = ByteText()
        for number in numbers {
            let person = population.person(number)
            switch kind {
            case .customers: writeCustomer(person, &text)
            case .verifyReceipt:
                write(Receipt(person, owner: person.idText, count: population.purchases(of: number)), &text)
            case .purchaseReport: writeReport(person, turn: number, &text)
            }
        }
        return Data(text.bytes)
    }

    /// The receipts of those whom nobody knows.
    func strangers() -> Data {
        var text = ByteText()
        for number in 0..<population.strangers {
            write(Receipt(population.stranger(number), count: DocumentWriter.few), &text)
        }
        return Data(text.bytes)
    }

    /// The customers of the long chains and the receipts that list these, as many as it takes.
    func longChains() -> Data {
        var text = ByteText()
        for (index, length) in population.longChains.enumerated() {
            let owner = population.owner(ofLongChain: index)
            writeCustomer(owner, &text)
            var receipt = Receipt(owner, owner: owner.idText, count: length)
            receipt.pace = 86_400_000
            for start in stride(from: 0, to: length, by: population.longestList) {
                receipt.places = start..<min(length, start + population.longestList)
                write(receipt, &text)
            }
        }
        return Data(text.bytes)
    }

    /// The receipts of some who bought where nobody looks, all of their charges just old enough to be missed.
    func outsiders(_ numbers: Range<Int>) -> Data {
        var text = ByteText()
        for number in numbers {
            let person = population.outsider(number)
            var receipt = Receipt(person, count: DocumentWriter.many)
            receipt.last =
                BenchPopulation.now.milliseconds - 25 * 3_600_000 - Int64(person.random(8) % 600_000)
            receipt.pace = 300_000
            if number.isMultiple(of: 2) {
                receipt.bundle = DocumentWriter.otherBundle
            } else {
                receipt.isSandbox = true
            }
            write(receipt, &text)
        }
        return Data(text.bytes)
    }

    /// What a receipt tells: purchases of a chain, one after the other.
    private struct Receipt {
        /// Who bought.
        let person: BenchPerson
        /// Who the app says it is.
        let owner: String?
        /// How many purchases the chain has.
        let count: Int
        /// Which of them it lists.
        var places: Range<Int>
        /// When the last of the chain was made.
        var last: Int64
        /// How long after each the next one was made.
        var pace = DocumentWriter.month
        var bundle = DocumentWriter.bundle
        /// Whether nothing was paid.
        var isSandbox = false

        /// A receipt that lists a whole chain.
        init(_ person: BenchPerson, owner: String? = nil, count: Int) {
            (self.person, self.owner, self.count) = (person, owner, count)
            (places, last) = (0..<count, person.lastPurchase)
        }

        /// When a purchase was made.
        func moment(_ place: Int) -> Int64 { last - Int64(count - 1 - place) * pace }
    }

    private func writeCustomer(_ person: BenchPerson, _ text: inout ByteText) {
        text.write(
            "{\"app_user_id\":\"\(person.idText)\",\"email\":\"\(person.email)\",\"name\":\"\(person.name)\"")
        text.write(",\"app_account_token\":\"\(person.token)\",\"created_at\":\"2024-05-01T00:00:00Z\"")
        text.write(",\"updated_at\":\"2025-03-01T00:00:00Z\",\"locale\":\"de_DE\",\"country\":\"DE\"}\n")
    }

    private func write(_ receipt: Receipt, _ text: inout ByteText) {
        let told = receipt.last + 3_600_000
        text.write("{\"kind\":\"verify_receipt\",")
        if let owner = receipt.owner { text.write("\"customer\":\"\(owner)\",") }
        text.write("\"received_at\":\"")
        text.write(told, separator: "T", zone: "Z")
        text.write("\",\"body\":{\"status\":0,\"environment\":\"")
        text.write(receipt.isSandbox ? "Sandbox" : "Production")
        text.write("\",\"receipt\":{\"receipt_type\":\"")
        text.write(receipt.isSandbox ? "ProductionSandbox" : "Production")
        text.write("\",\"bundle_id\":\"\(receipt.bundle)\",\"request_date_ms\":\"")
        text.write(told)
        text.write("\"},\"latest_receipt_info\":[")
        for place in receipt.places.reversed() {
            let at = receipt.moment(place)
            writeEntry(receipt.person, place, at: at, until: at + receipt.pace, &text)
            if place > receipt.places.lowerBound { text.write(",") }
        }
        text.write(
            "],\"pending_renewal_info\":[{\"product_id\":\"premium_month\",\"auto_renew_product_id\":\"premium_month\""
        )
        text.write(",\"auto_renew_status\":\"1\",\"original_transaction_id\":\"")
        text.write(receipt.person.chainID)
        text.write("\"}]}}\n")
    }

    private func writeEntry(
        _ person: BenchPerson, _ place: Int, at instant: Int64, until end: Int64, _ text: inout ByteText
    ) {
        text.write("{\"quantity\":\"1\",\"product_id\":\"premium_month\",\"transaction_id\":\"")
        text.write(person.transactionID(place))
        text.write("\",\"original_transaction_id\":\"")
        text.write(person.chainID)
        text.write("\",\"purchase_date\":\"")
        text.write(instant, separator: " ", zone: " Etc/GMT")
        text.write("\",\"purchase_date_ms\":\"")
        text.write(instant)
        text.write("\",\"original_purchase_date_ms\":\"")
        text.write(instant - Int64(place) * (end - instant))
        text.write("\",\"expires_date\":\"")
        text.write(end, separator: " ", zone: " Etc/GMT")
        text.write("\",\"expires_date_ms\":\"")
        text.write(end)
        text.write("\",\"web_order_line_item_id\":\"")
        text.write(person.lineItem(place))
        text.write("\",\"is_trial_period\":\"false\",\"is_in_intro_offer_period\":\"false\"")
        text.write(",\"in_app_ownership_type\":\"PURCHASED\",\"subscription_group_identifier\":\"20001\"}")
    }

    /// A purchase that failed in one of the three ways, of a product that the customer has not got.
    private func writeReport(_ person: BenchPerson, turn: Int, _ text: inout ByteText) {
        let at = moment(ofReport: person, turn: turn)
        let token = person.token
        text.write(
            "{\"attempt_id\":\"\(token)\",\"app_user_id\":\"\(person.idText)\",\"product_id\":\"week_pass\"")
        text.write(
            ",\"environment\":\"Production\",\"bundle_id\":\"\(PracticeCatalog.bundleID)\",\"app_version\":\"5.2.1\""
        )
        text.write(",\"os_version\":\"17.5\",\"device\":\"iPhone14,5\",\"storefront\":\"DEU\"")
        text.write(",\"price\":{\"amount\":\"3.99\",\"currency\":\"EUR\"},\"events\":[")
        writeEvent(at, "\"state\":\"purchasing\"", &text)
        text.write(",")
        if turn.isMultiple(of: 3) {
            writeEvent(
                at + 5000, "\"state\":\"failed\",\"error_domain\":\"SKErrorDomain\",\"error_code\":2", &text)
        } else {
            writeEvent(at + 5000, "\"state\":\"purchased\"", &text)
            text.write(",")
            writeEvent(at + 6000, "\"step\":\"verify\",\"receipt_status\":21005", &text)
            text.write(",")
            writeEvent(at + 66_000, "\"step\":\"verify\",\"http_status\":503", &text)
        }
        if turn % 3 == 2 {
            text.write(",")
            writeEvent(at + 90_000, "\"state\":\"finished\"", &text)
        }
        text.write("]}\n")
    }

    /// When a purchase failed: at any time, or in an outage.
    private func moment(ofReport person: BenchPerson, turn: Int) -> Int64 {
        // Less than a month: charges that receipts tell too late lie before the first report, so they are no losses.
        let chance = Int64(person.random(7) % 2_500_000) * 1000
        guard turn % 5 == 0 else { return BenchPopulation.now.milliseconds - 3_600_000 - chance }
        return population.outage(turn / 5).milliseconds + chance % 3_600_000
    }

    private func writeEvent(_ at: Int64, _ fields: StaticString, _ text: inout ByteText) {
        text.write("{\"at\":\"")
        text.write(at, separator: "T", zone: "Z")
        text.write("\",")
        text.write(fields)
        text.write("}")
    }
}

/// A text that grows byte by byte: making documents up must cost little beside taking them in.
struct ByteText {
    /// What was written so far, as UTF-8.
    private(set) var bytes: [UInt8] = []

    mutating func write(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes a number, with zeros before it up to a width.
    mutating func write(_ number: Int64, width: Int = 1) {
        var (rest, digits) = (number.magnitude, 0)
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            digits += 1
        } while rest > 0 || digits < width
        bytes[start...].reverse()
    }

    /// Writes a moment as receipts do, `2021-08-04 19:41:58 Etc/GMT`, or as RFC 3339.
    mutating func write(_ milliseconds: Int64, separator: StaticString, zone: StaticString) {
        let seconds = milliseconds / 1000
        let (year, month, day) = ByteText.date(ofDay: seconds / 86_400)
        write(year, width: 4)
        write("-")
        write(month, width: 2)
        write("-")
        write(day, width: 2)
        write(separator)
        write(seconds % 86_400 / 3600, width: 2)
        write(":")
        write(seconds % 3600 / 60, width: 2)
        write(":")
        write(seconds % 60, width: 2)
        write(zone)
    }

    /// The date of a day after 1970 began, in the Gregorian calendar counted from March on.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth)
    }
}

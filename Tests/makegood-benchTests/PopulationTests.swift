import AppStore
import Foundation
import JSONValues
import Purchases
import Testing

@testable import makegood_bench

/// What is in the bench's store comes in through the product's import, whatever the size.
struct PopulationTests {
    /// The defaults, and their shape scaled down as the tests run it.
    @Test(arguments: [1_000_000, 500]) func longChainsAreToldByDocumentsThatTheStoreTakes(customers: Int)
        throws
    {
        let population = BenchPopulation(customers: customers, transactions: customers * 10, seed: 1)
        let documents = try documents(DocumentWriter(population: population).longChains())
        let receipts = documents.filter { $0["body"] != nil }
        var told: [String: [String]] = [:]
        for receipt in receipts {
            for entry in receipt["body"]?["latest_receipt_info"]?.array ?? [] {
                let chain = try #require(entry["original_transaction_id"]?.string)
                told[chain, default: []].append(try #require(entry["transaction_id"]?.string))
            }
        }
        #expect(told.values.map(\.count).sorted() == population.longChains)
        #expect(told.values.map { Set($0).count }.sorted() == population.longChains)
        #expect(receipts.count == 5, "the longest in four, the other in one")
    }

    @Test func theLongestChainIsMoreThanOneDocumentMayHold() throws {
        var population = BenchPopulation(customers: 1_000_000, transactions: 10_000_000, seed: 1)
        #expect(population.longChains == [25, 20_000])
        let receipts = try documents(DocumentWriter(population: population).longChains()).suffix(4)
        #expect(receipts.map(values).reduce(0, +) > JSONValue.documentLimit)
        population = BenchPopulation(customers: 300, transactions: 300, seed: 1)
        #expect(population.longestList < population.longChains[1])
    }

    @Test func outagesLieBetweenTheFirstReportAndThePresent() {
        for customers in [300, 500, 10_000, 1_000_000] {
            let population = BenchPopulation(customers: customers, transactions: customers, seed: 1)
            let moments = (0..<population.outages).map(population.outage)
            #expect(Set(moments).count == population.outages)
            #expect(moments.allSatisfy { $0 < BenchPopulation.now && $0 > BenchPopulation.now - .days(28) })
        }
    }

    @Test func outsidersBoughtWhereNobodyLooks() throws {
        let population = BenchPopulation(customers: 500, transactions: 5000, seed: 1)
        let receipts = try documents(
            DocumentWriter(population: population).outsiders(0..<population.outsiders))
        let entries = receipts.flatMap { $0["body"]?["latest_receipt_info"]?.array ?? [] }
        #expect(entries.count == population.transactions / 10)
        for receipt in receipts {
            let body = try #require(receipt["body"])
            let isOther = body["receipt"]?["bundle_id"]?.string == DocumentWriter.otherBundle
            #expect(isOther != (body["environment"]?.string == "Sandbox"))
        }
    }

    /// The documents of lines, each as a store reads it.
    private func documents(_ lines: Data) throws -> [JSONValue] {
        try lines.split(separator: UInt8(ascii: "\n")).map { try JSONValue(document: Data($0)) }
    }

    private func values(_ value: JSONValue) -> Int {
        switch value {
        case .array(let elements): 1 + elements.reduce(0) { $0 + values($1) }
        case .object(let members): 1 + members.values.reduce(0) { $0 + values($1) }
        default: 1
        }
    }
}

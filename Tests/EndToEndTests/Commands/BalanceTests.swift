import Foundation
import Testing

extension Commands {
    /// Where the money went, as programs and people are told; and that what is broken is found.
    @Suite(.serialized) struct BalanceTests {
        @Test func theTermsComeToWhatWasCharged() async throws {
            let place = try await DemoStore.copy()
            let answer = try JSON(
                try await place.succeed("balance", "--json", "--now", DemoStore.now))
            #expect(answer["holds"].flag == true)
            for row in answer["totals"].list + answer["days"].list {
                let terms = [
                    "delivered", "refunded", "made_good", "credited", "written_off", "closed_without_proof",
                    "open", "silent",
                ]
                let charges = terms.compactMap { row[$0]["charges"].number }.reduce(0, +)
                #expect(row["charged"]["charges"].number == charges, "\(row)")
                guard let charged = row["charged"]["amount"].text else { continue }
                let sum = terms.compactMap { row[$0]["amount"].text.flatMap { Decimal(string: $0) } }
                #expect(Decimal(string: charged) == sum.reduce(0, +), "\(row)")
            }
        }

        @Test func commaSeparatedValuesHaveOneHeadAndWholeLines() async throws {
            let place = try await DemoStore.copy()
            let text = try await place.succeed("balance", "--csv", "--now", DemoStore.now)
            let lines = text.components(separatedBy: "\r\n").filter { !$0.isEmpty }
            #expect(lines.first?.hasPrefix("day,currency,charged,charged_charges,delivered") == true)
            #expect(
                lines.count > 1
                    && Set(lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count })
                        .count == 1
            )
            let sums = try await place.succeed("balance", "--csv", "--by", "currency", "--now", DemoStore.now)
            #expect(sums.hasPrefix("currency,charged,"))
        }

        @Test func whatIsBrokenEndsWithOne() async throws {
            let place = try await DemoStore.copy()
            let whole = try await place.makegood("balance", "--check", "--now", DemoStore.now)
            #expect(whole.status == 0 && whole.output.contains("nothing differs"), "\(whole.output)")
            try await place.sqlite(
                "update charges set milliunits = milliunits + 10 where id = (select min(id) from charges where currency is not null)"
            )
            let broken = try await place.makegood("balance", "--check", "--now", DemoStore.now)
            #expect(broken.status == 1 && broken.output.contains("does not hold"), "\(broken.output)")
            let answer = try JSON(
                try await place.makegood("balance", "--check", "--json", "--now", DemoStore.now).output)
            #expect(answer["check"]["ok"].flag == false)
            #expect(answer["check"]["findings"].list.first?["code"].text == "different")
            let doctor = try JSON(
                try await place.makegood("doctor", "--json", "--now", DemoStore.now).output)
            let finding = doctor["findings"].list.first { $0["code"].text == "balance" }
            #expect(finding?["level"].text == "error")
        }
    }
}

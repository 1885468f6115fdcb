import ArgumentParser
import Dispatch
import Foundation
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Synchronization
import Wording

/// Carries a batch on, or takes it back, with a bar on standard error; a wish to stop is heard between two writes.
/// `BulkCommands.swift` and an approval run it.
struct BatchWork {
    private let invocation: Invocation
    /// How many members are done between two looks at the bar and at the wish to stop.
    private static let slice = 20

    /// Work in a run.
    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Goes on until it ends, or until somebody stops it; says what it came to.
    func run(_ id: BatchID) throws -> ExitCode {
        guard var batch = try invocation.store.batch(id) else { throw StoreError.unknown(.batch(id)) }
        let (meter, interruption) = (ProgressMeter(patience: .milliseconds(300)), Interruption())
        defer { meter.finish() }
        repeat {
            if interruption.isWanted {
                meter.finish()
                Output.note("makegood: stopped: \(Self.goingOn(batch))")
                _ = try tell(id, .success)
                // As shells say of SIGINT: 128 and its number.
                return ExitCode(130)
            }
            do {
                batch = try invocation.store.act(
                    .carryOn(count: Self.slice), on: id, by: invocation.agent, at: invocation.present)
            } catch {
                guard [.busy, .unavailable].contains(error.code) else { throw error }
                meter.finish()
                let present = (try? invocation.store.batch(id)) ?? batch
                throw CommandError(
                    error.code, ErrorText.commandLine(error).what, remedy: Self.goingOn(present))
            }
            meter.show(share: share(of: batch), Reader.program.progress(of: batch))
        } while [.running, .cancelling].contains(batch.state)
        meter.finish()
        return try tell(id, .success)
    }

    /// How far it is, and how to go on.
    private static func goingOn(_ batch: Batch) -> String {
        "batch \(batch.id): \(Reader.program.progress(of: batch)); `makegood bulk run \(batch.id)` goes on"
    }

    /// Says how far it is now.
    func tell(_ id: BatchID, _ code: ExitCode) throws -> ExitCode {
        let page = try invocation.wholePage(of: BatchQuery(id, limit: 0), at: invocation.present)
        guard let page else { throw StoreError.unknown(.batch(id)) }
        invocation.output.answer(page.summaryJSON, Answers.summary(page))
        return code
    }

    /// Says that it waits for a second lead.
    func tellWaiting(_ batch: Batch) throws -> ExitCode {
        let asked = try batch.request.flatMap { try invocation.wholePage(of: RequestQuery($0)) }
        let words = asked.map { Reader.program.words(of: $0.request.because) } ?? ""
        invocation.output.answer(
            .object([
                "batch": batch,
                "request": .object([
                    "id": batch.request, "kind": "bulk", "needs": "lead", "because": words,
                ]),
            ]),
            [
                "planned batch \(batch.id) and filed request \(batch.request?.rawValue ?? "") to a second lead: \(words)",
                "  `makegood approve \(batch.request?.rawValue ?? "")` by another lead carries it out",
                "  `makegood bulk cancel \(batch.id)` takes it back",
            ])
        return .filed
    }

    private func share(of batch: Batch) -> Double {
        let (done, all) = batch.progress
        return all == 0 ? 1 : Double(done) / Double(all)
    }
}

/// Hears Ctrl-C while it lives, and ends nothing by it.
private final class Interruption {
    private let flag = InterruptionFlag()
    private let source: any DispatchSourceSignal

    init() {
        // The source hears it; the signal's own action would end the process between two writes.
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { [flag] in flag.raise() }
        source.resume()
    }

    deinit {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }

    /// Whether somebody pressed it.
    var isWanted: Bool { flag.isRaised }
}

/// Raised from any thread, never lowered.
private final class InterruptionFlag: Sendable {
    private let raised = Mutex(false)

    func raise() { raised.withLock { $0 = true } }

    var isRaised: Bool { raised.withLock { $0 } }
}

/// The answers to everybody whom a batch made good, which `makegood bulk replies` takes out.
struct BatchReplies {
    /// One answer, with what the helpdesk needs to send it.
    struct Row {
        let reply: Reply
        /// The customer's address; nil where none is known.
        let email: String?
        /// The customer's name; nil where none is known.
        let name: String?
    }

    private let batch: BatchID
    private let language: ReplyLanguage?
    private let invocation: Invocation

    /// The answers of a batch, in a language or in each customer's own.
    init(_ batch: BatchID, language: ReplyLanguage?, in invocation: Invocation) {
        (self.batch, self.language, self.invocation) = (batch, language, invocation)
    }

    /// All of them, by ticket.
    func all() throws -> [Row] {
        var (rows, after): ([Row], TicketID?) = ([], nil)
        repeat {
            let page = try invocation.wholePage(
                of: BatchQuery(batch, only: .granted, after: after, limit: 500))
            guard let page else { throw StoreError.unknown(.batch(batch)) }
            for member in page.rows {
                guard let ticket = try invocation.wholePage(of: TicketQuery(member.ticket.id))
                else {
                    continue
                }
                rows.append(
                    Row(
                        reply: Reply(on: ticket, in: language), email: ticket.customer?.values.email?.text,
                        name: ticket.customer?.values.name?.text))
            }
            after = page.next
        } while after != nil
        return rows
    }
}

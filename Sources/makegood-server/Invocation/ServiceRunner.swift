import Foundation
import Logging
import NIOCore
import Persistence
import ServiceLifecycle

/// Runs services until SIGTERM or SIGINT, in the order in which they begin, and lets them finish what they began.
enum ServiceRunner {
    /// How long what was begun may take to end: ten seconds are the gatherer's (`GatheringService`), two are for the
    /// rest†.
    private static let patience = Duration.seconds(12)

    /// Serves at an address; returns when everything has ended.
    ///
    /// - Throws: `CommandFailure` where nothing can listen there; what a service throws.
    static func run(_ services: [any Service], at address: String, logger: Logger) async throws {
        // One that fails ends the others in good order: what came in is answered.
        var configuration = ServiceGroupConfiguration(
            services: services.map {
                .init(service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
            }, logger: logger)
        configuration.maximumGracefulShutdownDuration = patience
        let group = ServiceGroup(configuration: configuration)
        let signals = StopSignals { Task { await group.triggerGracefulShutdown() } }
        defer { signals.cancel() }
        do {
            try await group.run()
        } catch is CancellationError {
            logger.warning("ended before everything was finished")
        } catch let error as IOError {
            throw CommandFailure(
                .unavailable,
                "it cannot listen on \(address) (\(String(cString: strerror(error.errnoCode))))",
                remedy: "choose another address, or end who listens there")
        }
    }
}

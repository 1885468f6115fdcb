internal import FileStore
import Intake
import Persistence
import Purchases

extension FigureGroup {
    /// Looking at everything that a store keeps: how many charges in a second.
    static let doctor = FigureGroup(names: ["doctor.all"]) { bench in
        guard bench.settings.wants("doctor.all") else { return [] }
        let store = try Store.open(at: bench.path, readOnly: true)
        let reader = try KeptDocumentReader(store, at: BenchPopulation.now)
        var findings: [Finding] = []
        let took = try SteadyClock.time {
            findings = try store.doctorAll(at: BenchPopulation.now, rereading: reader.read)
        }
        try store.close()
        let charges = bench.population.transactions + bench.population.longChains.reduce(0, +)
        let wrong = findings.count { $0.level == .error }
        return [
            Figure(
                "doctor.all", .perSecond, [Double(charges) / took],
                note: "\(charges) charges in \(TableText.number(took)) s, \(wrong) errors")
        ]
    }
}

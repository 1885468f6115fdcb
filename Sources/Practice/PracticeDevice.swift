import Purchases

/// What a customer buys on, and how soon its owner updates the app.
struct PracticeDevice: Hashable, Sendable {
    /// The model, as the system names it.
    let model: String
    /// The system's version.
    let systemVersion: String
    /// How long a new version of the app takes to reach it.
    private let delay: TimeLength

    private static let models = [
        "iPhone12,8", "iPhone14,5", "iPhone14,7", "iPhone15,2", "iPhone16,1", "iPhone17,3", "iPad13,18",
        "iPad14,8",
    ]
    private static let systemVersions = ["16.7.10", "17.5", "17.6.1", "18.1", "18.5", "26.0.1", "26.1"]

    /// Versions of the app and how many days ago each came out.
    private static let releases: [(daysAgo: Int64, version: String)] = [
        (395, "5.0.0"), (340, "5.0.3"), (262, "5.1.0"), (171, "5.2.0"), (140, "5.2.1"), (109, "5.3.0"),
        (88, "5.3.1"), (46, "5.4.0"), (15, "5.4.1"),
    ]

    /// The version that leaked.
    static let leakingVersion = "5.3.0"

    /// A made-up device.
    init(_ random: inout PracticeRandom) {
        model = random.pick(PracticeDevice.models)
        systemVersion = random.pick(PracticeDevice.systemVersions)
        delay = .hours(Int64.random(in: 0...168, using: &random))
    }

    /// The version of the app on it at a moment.
    func appVersion(at instant: Instant, _ calendar: PracticeCalendar) -> String {
        let out = PracticeDevice.releases.last { calendar.today - .days($0.daysAgo) + delay <= instant }
        return out?.version ?? PracticeDevice.releases[0].version
    }
}

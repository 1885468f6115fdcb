import Foundation
import Purchases

/// Who runs the program.
enum Login {
    /// The login of the real user id, which no environment variable can change.
    static var current: AgentName {
        guard let entry = getpwuid(getuid()) else { return AgentName("uid-\(getuid())") }
        return AgentName(String(cString: entry.pointee.pw_name))
    }
}

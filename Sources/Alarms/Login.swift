import CKernel
import Foundation
package import Purchases

/// Who runs the program: as whom it acts, and whose rights it has. Both programs ask it; on a real store it names the
/// agent.
package enum Login {
    /// The login of the real user id, which no environment variable can change.
    package static var current: AgentName { name(of: ckernel_real_user()) }

    /// The login of the effective user id, whose rights the program has.
    package static var effective: AgentName { name(of: ckernel_effective_user()) }

    /// The user id of the login that the program's process belongs to, which `su` and `sudo` do not change; nil where the
    /// kernel keeps none.
    package static var session: UInt32? {
        let user = ckernel_login_user()
        return user == .max ? nil : user
    }

    /// What the account that runs the program agreed to run for alarms; nothing where it borrows another's rights.
    package static var alarms: AlarmConsent {
        guard current == effective else { return .nobodys }
        return AlarmConsent(
            account: effective, folder: AlarmConsent.folder(in: ProcessInfo.processInfo.environment))
    }

    private static func name(of user: uid_t) -> AgentName {
        guard let entry = getpwuid(user) else { return AgentName("uid-\(user)") }
        return AgentName(String(cString: entry.pointee.pw_name))
    }
}

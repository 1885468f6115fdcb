import Foundation

/// What the kernel says of a process.
struct ProcessFacts {
    private let process: pid_t

    /// The facts of a process.
    init(_ process: pid_t) { self.process = process }

    /// The memory it holds, in bytes.
    func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let number = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard let number else { throw BenchError("the kernel does not say how much memory a process holds") }
        return number * 1024
    }

    /// How long it has worked, in seconds.
    ///
    /// Source: proc_pid_stat(5), the fields utime and stime.
    func cpuSeconds() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The name, in brackets, may hold blanks.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw BenchError("the kernel does not say how long a process has worked")
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

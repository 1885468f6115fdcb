import Foundation
import Glibc

/// What this process has cost the machine so far.
struct OwnWork {
    /// How long processors worked for it, on all its threads, in seconds.
    let processor: Double
    /// How many bytes it gave to the kernel to be written.
    let written: Double

    /// What it has cost until now.
    ///
    /// Source: proc_pid_io(5): wchar counts what write(2) and pwrite(2) were given.
    init() throws {
        let text = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("wchar:") }
        guard let written = line.flatMap({ Double($0.dropFirst(7)) }) else {
            throw BenchError("the kernel does not say how much this process wrote")
        }
        self.init(processor: OwnWork.processorSeconds, written: written)
    }

    private init(processor: Double, written: Double) { (self.processor, self.written) = (processor, written) }

    /// What came between two moments.
    static func - (later: OwnWork, earlier: OwnWork) -> OwnWork {
        OwnWork(processor: later.processor - earlier.processor, written: later.written - earlier.written)
    }

    /// The share that one of so many has in it.
    static func / (work: OwnWork, count: Double) -> OwnWork {
        OwnWork(processor: work.processor / count, written: work.written / count)
    }

    /// How long processors worked for this process, on all its threads, in seconds.
    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

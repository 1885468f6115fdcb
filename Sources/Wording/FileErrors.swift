import Persistence
import Purchases

/// `FileTrouble`, `DiskTrouble` and `ReplacingRefusal` in words.
extension ErrorText {
    /// What is the matter with a file.
    func words(of trouble: FileTrouble, with path: String) -> ErrorWords {
        switch trouble {
        case .missing:
            ErrorWords(
                what: "there is no store at \(path)",
                onCommandLine: "`makegood init` makes an empty one, `makegood demo` one to practise on")
        case .foreign(let why): ErrorWords(what: what(of: why, with: path), onCommandLine: "check --store")
        case .unreleased(let version):
            ErrorWords(
                what:
                    "\(path) has schema version \(version) of before the first release, which this program does not read",
                onCommandLine:
                    "move it away, make a new one with `makegood init` and import its documents again, or one to practise on with `makegood demo`"
            )
        case .damaged(let damage):
            ErrorWords(
                what: what(of: damage, with: path), inConsole: "a lead restores a backup",
                onCommandLine: "restore a backup with `makegood restore FILE`, which keeps what stands there")
        case .network(let name):
            ErrorWords(
                what: "\(path) lies on a network file system (\(name))",
                onCommandLine: "keep the store on a disk of this host")
        case .unopenedCopy:
            ErrorWords(what: "\(path) was not opened since it was copied", onCommandLine: "open it once")
        case .ownerUnknown:
            ErrorWords(
                what:
                    "the owner of \(path) is unknown in this user namespace, so nobody can tell who you are",
                inConsole: "leave, and open the console outside of it; here you can only read",
                onCommandLine: "run it outside of it, or map the owner into it; reading works")
        case .odd(.link):
            ErrorWords(
                what: "\(path) is a symbolic link, and must be a file",
                onCommandLine: "find out who put it there, then remove it")
        case .odd(.noFile):
            ErrorWords(
                what: "\(path) is not a regular file",
                onCommandLine: "find out who put it there, then remove it")
        case .odd(.names(let count)):
            ErrorWords(
                what: "\(path) has \(count) names (hard links), and every name must lead to one lock",
                onCommandLine: "remove the other names")
        case .foreignJournal:
            ErrorWords(
                what: "\(path) holds a change that another program did not finish",
                onCommandLine:
                    "take a whole copy with `makegood restore`, or move it away if you know that it is not needed"
            )
        case .foreignWAL:
            ErrorWords(
                what: "\(path) holds the changes of another file",
                onCommandLine:
                    "take a whole copy with `makegood restore`, or move it away if you know that it is not needed"
            )
        case .breach(let breach):
            ErrorWords(
                what: what(of: breach, in: path),
                inConsole: "a lead restores a backup, or takes it as it stands",
                onCommandLine:
                    "look at it with --read-only, and restore a backup or take it as it stands with `makegood restore`"
            )
        case .moved:
            ErrorWords(
                what: "\(path) was renamed after it was opened",
                onCommandLine: "leave, and open the store where it is now")
        case .changedUnderneath:
            ErrorWords(
                what: frontEnd == .console
                    ? "\(path.split(separator: "/").last ?? "") was removed, or is another now"
                    : "\(path) was removed, replaced or cut while the store was open; what was written since may be lost",
                inConsole: "leave every program that has it open",
                onCommandLine: "close every program that has it open, then run `makegood doctor`")
        case .restored(let agent, let at):
            ErrorWords(
                what: "the store was restored from a backup by \(agent) at \(reader.moment(at))",
                inConsole: "nothing of it was written", onCommandLine: "run it again")
        }
    }

    private func what(of why: FileTrouble.Foreignness, with path: String) -> String {
        switch why {
        case .folder: "\(path) is no Makegood store, it is a folder"
        case .empty: "\(path) is no Makegood store, it is empty"
        case .noSQLite: "\(path) is no Makegood store, it is not an SQLite file"
        case .otherProgram: "\(path) is no Makegood store, another program made it"
        }
    }

    private func what(of damage: FileTrouble.Damage, with path: String) -> String {
        switch damage {
        case .emptyColumn(let column): "\(path) is damaged, its column \(column) holds no value that it may"
        case .cutOff: "\(path) is damaged, it is cut off"
        case .brokenPages: "\(path) is damaged, SQLite cannot follow its pages"
        }
    }

    private func what(of breach: HeadBreach, in path: String) -> String {
        switch breach {
        case .removed: return "\(path) had a head, \(path).head, which was removed"
        case .broken: return "\(path).head is not as it was written"
        case .stopped(.brokenPages): return "\(path) is damaged, SQLite could not follow its pages"
        case .stopped(.cutOff): return "\(path) is damaged, it was cut off"
        case .stopped(.foreignKeys): return "\(path) is damaged, rows name others that are missing"
        case .stopped(.audit): return "\(path) is damaged, its audit log is not as it was written"
        case .missing(let missing) where missing.entries > 0:
            let entries = missing.entries == 1 ? "entry is" : "entries are"
            return "\(path) is not what it acknowledged, \(missing.entries) audit \(entries) missing"
        case .missing(let missing) where missing.changes > 0:
            let changes = missing.changes == 1 ? "change is" : "changes are"
            return "\(path) is not what it acknowledged, \(missing.changes) \(changes) missing"
        case .missing: return "\(path) is not what it acknowledged, its newest audit entry is another one"
        }
    }

    /// What the disk or the system did not do.
    func words(of trouble: DiskTrouble, with path: String) -> ErrorWords {
        switch trouble {
        case .unreadable:
            ErrorWords(what: "\(path) cannot be read", onCommandLine: "check its permissions")
        case .readFailed: ErrorWords(what: "reading \(path) failed", onCommandLine: "check the disk")
        case .unwritable:
            ErrorWords(
                what: "\(path) or its folder cannot be written",
                onCommandLine: "check their permissions, readers need to write too")
        case .inputOutput:
            ErrorWords(
                what: "reading or writing \(path) failed",
                onCommandLine: "check the disk, and whether a change is there before you repeat it")
        case .unconfirmed:
            ErrorWords(
                what: "the disk did not confirm the last change to \(path), which may be there or not",
                inConsole: "look whether it is there before you repeat it, and have the disk checked",
                onCommandLine:
                    "look whether it is there before you repeat it; what has a --key may be repeated with the same one"
            )
        case .folderNotMade:
            ErrorWords(what: "the folder \(path) cannot be made", onCommandLine: "check its permissions")
        case .draftNotMade:
            ErrorWords(
                what: "no file can be made beside \(path)", onCommandLine: "check the folder's permissions")
        case .notReplaced:
            ErrorWords(what: "\(path) cannot be replaced", onCommandLine: "check the folder")
        case .notWrittenOut:
            ErrorWords(what: "\(path) cannot be written out", onCommandLine: "check the disk")
        case .exportNotWritten(let why):
            ErrorWords(
                what: "the file \(path.isEmpty ? "" : "\(path) ")was not written, \(why)",
                inConsole: "make room or clear the way in that folder, and press the key again",
                onCommandLine:
                    "look at the folder, or take it out with `makegood evidence TICKET --output FILE`")
        case .lockNotOpened:
            ErrorWords(
                what: "the lock file \(path) cannot be opened", onCommandLine: "check its permissions")
        case .lockVanishes:
            ErrorWords(
                what: "the lock file \(path) is removed again and again",
                onCommandLine: "find out who removes it")
        case .locksRefused:
            ErrorWords(
                what: "the system gives no lock on \(path)",
                onCommandLine:
                    "try again; if it stays so, check what this host and its file system say of locks")
        }
    }

    /// Why a store is not replaced.
    func words(of refusal: ReplacingRefusal, about path: String) -> ErrorWords {
        switch refusal {
        case .unfit(let why): words(of: why, about: path)
        case .notOwned:
            ErrorWords(
                what: "\(path) cannot be read, so that it cannot tell who is a lead",
                onCommandLine: "the file's owner restores it, or root")
        case .leftBehind(let bytes):
            ErrorWords(
                what:
                    "\(path) holds what was written to a store that is gone (\(bytes) bytes), which would be played into the new one",
                onCommandLine: "put the store back beside it, or move it away: `mv \(path) \(path).old`")
        case .isReal:
            ErrorWords(
                what: "\(path) is a real store, which is never overwritten",
                onCommandLine: "name another path with --path")
        case .noLead(let agent):
            ErrorWords(
                what: "\(agent) is no lead of \(path), and what was practised there would be gone",
                onCommandLine: "ask a lead, or name another path with --path")
        case .justWritten:
            ErrorWords(
                what: "somebody wrote to \(path) just now", onCommandLine: "ask them, then try again")
        case .openElsewhere(let process):
            ErrorWords(
                what: "process \(process) has \(path) open",
                onCommandLine: "leave it there first, then try again")
        }
    }

    private func words(of why: ReplacingRefusal.Unfitness, about path: String) -> ErrorWords {
        switch why {
        case .halfMade:
            ErrorWords(
                what: "\(path) is a copy that nobody has finished", onCommandLine: "name a finished one")
        case .changedMeanwhile:
            ErrorWords(
                what: "\(path) was changed while it was read",
                onCommandLine: "try again when nobody writes to it")
        case .sideFile(let side):
            ErrorWords(
                what: "\(side) has content, and nothing tells that it belongs to \(path)",
                onCommandLine:
                    "if both belong together, open it once with `makegood --store \(path) doctor` where it was; else move \(side) away"
            )
        case .finding(let check, let text):
            ErrorWords(
                what: "\(path) is not whole (\(CodeText.words(check)): \(text))",
                onCommandLine: "take an older backup; nothing was changed")
        case .isPractice:
            ErrorWords(
                what: "\(path) is a store to practise on, and the one to be replaced is real",
                onCommandLine: "name another path with --store")
        case .isReal:
            ErrorWords(
                what: "\(path) is a real store, and the one to be replaced is to practise on",
                onCommandLine: "name another path with --store")
        }
    }
}

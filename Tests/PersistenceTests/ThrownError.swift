import Persistence
import Testing

/// The failure that some work ends in; nil when it succeeds.
func failure(of work: () throws -> Void) -> StoreError? {
    do {
        try work()
        return nil
    } catch let error as StoreError {
        return error
    } catch {
        Issue.record(error)
        return nil
    }
}

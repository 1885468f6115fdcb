import Persistence
import Testing

@Test func theApplicationIdentifierReadsMKGD() {
    #expect(StoreFormat.applicationID == 0x4D4B_4744)
}

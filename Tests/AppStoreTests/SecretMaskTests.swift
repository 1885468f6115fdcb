import AppStore
import CustomDump
import Foundation
import Testing

@Suite struct SecretMaskTests {
    @Test(arguments: [
        (#"{"password":"hush","a":1}"#, #"{"password":"•••","a":1}"#),
        ("{\"password\" \n\t : \r\n \"hush\" }", "{\"password\" \n\t : \r\n \"•••\"}"),
        (#"{"pass\u0077ord":"hush","a":1}"#, #"{"pass\u0077ord":"•••","a":1}"#),
        (#"{"\u0070\u0061ssWord":"hush"}"#, #"{"\u0070\u0061ssWord":"•••"}"#),
        (#"{'password':'hush','a':1}"#, #"{'password':"•••",'a':1}"#),
        (#"{"password":"hush"#, #"{"password":"•••""#),
        (#"{"password":"hu\"sh","a":1}"#, #"{"password":"•••","a":1}"#),
        (#"{"password":"hush\\","a":1}"#, #"{"password":"•••","a":1}"#),
        (#"{"password":4711,"a":1}"#, #"{"password":"•••","a":1}"#),
        (#"{"password":{"x":"hush","y":[1,2]},"a":1}"#, #"{"password":"•••","a":1}"#),
        (#"{"password":["hush","#, #"{"password":"•••""#),
        (#"{"t":"{\"password\":\"hush\",\"a\":1}"}"#, #"{"t":"{\"password\":"•••",\"a\":1}"}"#),
        (#"{"t":"{\"password\"\n:\n\"hush\"}"}"#, #"{"t":"{\"password\"\n:\n"•••"}"}"#),
        ("password=hush&receipt=1", "password=\"•••\"&receipt=1"),
        ("password: hush\nother: 1", "password: \"•••\"\nother: 1"),
        (#"{"password""hush"}"#, #"{"password""•••"}"#),
        (#"x", "password": "hush"#, #"x", "password": "•••""#),
        (#"{"password":"one" two","a":1}"#, #"{"password":"•••""#),
        (#"{"note":"password","a":1}"#, #"{"note":"password","a":1}"#),
        (#"{"note":"my password is lost"}"#, #"{"note":"my password is lost"}"#),
        (#"{"passwords":"many"}"#, #"{"passwords":"many"}"#),
    ])
    func masks(_ text: String, _ masked: String) {
        expectNoDifference(SecretMask.masked(text), masked)
    }

    @Test func masksUTF16() {
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let bytes = Data(#"{"password":"hush","a":1}"#.data(using: encoding) ?? Data())
            let letters = SecretMask.masked(bytes).filter { $0 != 0 }
            #expect(!String(decoding: letters, as: UTF8.self).contains("hush"))
        }
    }

    @Test func takesLinearTime() {
        for piece in ["\\", "\"password\"", "p\0", "\"password\":\"", "password "] {
            let bytes = Data(String(repeating: piece, count: 100_000).utf8)
            #expect(SecretMask.masked(bytes).count >= 0)
        }
    }
}

import Foundation
import FoundationXML

/// Reads XML and keeps the texts of its elements.
final class XMLReading: NSObject, XMLParserDelegate {
    private(set) var texts: Set<String> = []
    private var text = ""

    /// Whether a text is well-formed.
    func reads(_ document: String) -> Bool {
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        return parser.parse()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        texts.insert(text.trimmingCharacters(in: .whitespacesAndNewlines))
        text = ""
    }
}

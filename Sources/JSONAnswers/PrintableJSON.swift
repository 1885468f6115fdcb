/// JSON that terminals and logs may be shown: JSON lets DEL and C1 controls stand as they are, terminals obey them.
package enum PrintableJSON {
    /// A document as it may be printed; another way to write the same.
    package static func text(_ document: String) -> String {
        guard document.unicodeScalars.contains(where: isControl) else { return document }
        var safe = String.UnicodeScalarView()
        for scalar in document.unicodeScalars {
            guard isControl(scalar) else {
                safe.append(scalar)
                continue
            }
            safe.append(contentsOf: "\\u00\(String(scalar.value, radix: 16))".unicodeScalars)
        }
        return String(safe)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { (0x7F...0x9F).contains(scalar.value) }
}

import Purchases
import Widgets
import Wording

extension CodeText {
    /// What happened, in a sentence after the code's name.
    var sentence: StyledLine { [TextSpan("\(brief): ", .strong), TextSpan(meaning.happened)] }
}

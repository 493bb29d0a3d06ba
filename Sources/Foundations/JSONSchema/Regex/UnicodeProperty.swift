/// The properties that `\p{…}` may name (ECMA-262, tables "Non-binary Unicode property aliases", "Binary Unicode
/// property aliases" and those of their values), as PCRE2 writes them.
enum UnicodeProperty {
    /// What stands for a property in PCRE2.
    enum Translation: Equatable {
        /// The text between the braces of `\p{…}`.
        case property(String)
        /// The text between the braces of `\P{…}`.
        case inverted(String)
        case set(ScalarSet)
    }

    /// The translation of the text between the braces; nil if ECMA-262 has no such property.
    static func translation(_ text: String) -> Translation? {
        let parts = text.unicodeScalars.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 { return translation(property: parts[0], value: parts[1]) }
        guard parts.count == 1 else { return nil }
        switch text {
        case "Any": return .set(.all)
        case "ASCII": return .set(.ascii)
        case "Assigned": return .inverted("Cn")
        default: return (categories[text] ?? binaryProperties[text]).map(Translation.property)
        }
    }

    private static func translation(property: String, value: String) -> Translation? {
        switch property {
        case "General_Category", "gc": categories[value].map(Translation.property)
        case "Script", "sc": isScriptName(value) ? .property("sc:" + value) : nil
        case "Script_Extensions", "scx": isScriptName(value) ? .property("scx:" + value) : nil
        default: nil
        }
    }

    /// Whether the name is spelled as ECMA-262 demands, for example `Old_Italic`; PCRE2 knows which scripts there are
    /// but ignores case and underscores.
    private static func isScriptName(_ name: String) -> Bool {
        if name == "SignWriting" { return true }
        if name == "Signwriting" { return false }
        let words = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        return words.allSatisfy { word in
            guard let first = word.first, 0x41...0x5A ~= first else { return false }
            return word.dropFirst().allSatisfy { 0x61...0x7A ~= $0 }
        }
    }

    private static let categories = table([
        ["LC", "Cased_Letter"], ["Pe", "Close_Punctuation"], ["Pc", "Connector_Punctuation"],
        ["Cc", "Control", "cntrl"],
        ["Sc", "Currency_Symbol"], ["Pd", "Dash_Punctuation"], ["Nd", "Decimal_Number", "digit"],
        ["Me", "Enclosing_Mark"], ["Pf", "Final_Punctuation"], ["Cf", "Format"], ["Pi", "Initial_Punctuation"],
        ["L", "Letter"], ["Nl", "Letter_Number"], ["Zl", "Line_Separator"], ["Ll", "Lowercase_Letter"],
        ["M", "Mark", "Combining_Mark"], ["Sm", "Math_Symbol"], ["Lm", "Modifier_Letter"], ["Sk", "Modifier_Symbol"],
        ["Mn", "Nonspacing_Mark"], ["N", "Number"], ["Ps", "Open_Punctuation"], ["C", "Other"], ["Lo", "Other_Letter"],
        ["No", "Other_Number"], ["Po", "Other_Punctuation"], ["So", "Other_Symbol"], ["Zp", "Paragraph_Separator"],
        ["Co", "Private_Use"], ["P", "Punctuation", "punct"], ["Z", "Separator"], ["Zs", "Space_Separator"],
        ["Mc", "Spacing_Mark"], ["Cs", "Surrogate"], ["S", "Symbol"], ["Lt", "Titlecase_Letter"], ["Cn", "Unassigned"],
        ["Lu", "Uppercase_Letter"],
    ]).merging(["LC": "L&", "Cased_Letter": "L&"]) { $1 }

    private static let binaryProperties = table([
        ["ASCII_Hex_Digit", "AHex"], ["Alphabetic", "Alpha"], ["Bidi_Control", "Bidi_C"], ["Bidi_Mirrored", "Bidi_M"],
        ["Case_Ignorable", "CI"], ["Cased"], ["Changes_When_Casefolded", "CWCF"], ["Changes_When_Casemapped", "CWCM"],
        ["Changes_When_Lowercased", "CWL"], ["Changes_When_NFKC_Casefolded", "CWKCF"],
        ["Changes_When_Titlecased", "CWT"], ["Changes_When_Uppercased", "CWU"], ["Dash"],
        ["Default_Ignorable_Code_Point", "DI"], ["Deprecated", "Dep"], ["Diacritic", "Dia"], ["Emoji"],
        ["Emoji_Component", "EComp"], ["Emoji_Modifier", "EMod"], ["Emoji_Modifier_Base", "EBase"],
        ["Emoji_Presentation", "EPres"], ["Extended_Pictographic", "ExtPict"], ["Extender", "Ext"],
        ["Grapheme_Base", "Gr_Base"], ["Grapheme_Extend", "Gr_Ext"], ["Hex_Digit", "Hex"],
        ["IDS_Binary_Operator", "IDSB"], ["IDS_Trinary_Operator", "IDST"], ["ID_Continue", "IDC"], ["ID_Start", "IDS"],
        ["Ideographic", "Ideo"], ["Join_Control", "Join_C"], ["Logical_Order_Exception", "LOE"],
        ["Lowercase", "Lower"],
        ["Math"], ["Noncharacter_Code_Point", "NChar"], ["Pattern_Syntax", "Pat_Syn"],
        ["Pattern_White_Space", "Pat_WS"],
        ["Quotation_Mark", "QMark"], ["Radical"], ["Regional_Indicator", "RI"], ["Sentence_Terminal", "STerm"],
        ["Soft_Dotted", "SD"], ["Terminal_Punctuation", "Term"], ["Unified_Ideograph", "UIdeo"],
        ["Uppercase", "Upper"],
        ["Variation_Selector", "VS"], ["White_Space", "space"], ["XID_Continue", "XIDC"], ["XID_Start", "XIDS"],
    ])

    /// Each spelling of a row with the row's first.
    private static func table(_ rows: [[String]]) -> [String: String] {
        var table: [String: String] = [:]
        for row in rows {
            for name in row { table[name] = row.first }
        }
        return table
    }
}

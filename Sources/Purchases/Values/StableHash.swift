extension String {
    /// A number that is the same for the same text in every process (FNV-1a), unlike Swift's own hash values.
    var stableHash: UInt64 {
        utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }
}

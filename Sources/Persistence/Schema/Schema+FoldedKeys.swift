extension Schema {
    /// Version 8: the keys of searches are folded rather than lower-cased, and chains of nobody are a list.
    static let foldedKeys = """
        CREATE INDEX chains_of_nobody ON chains (id) WHERE customer_id IS NULL;
        """
}

/// Functions that the store's texts use and PostgreSQL lacks, under the names that they have on SQLite.
///
/// JSON stays text, is read as `json`, and what cannot be read is NULL. Where a key comes twice PostgreSQL
/// finds the last one, SQLite the first.
enum SchemaFunctions {
    static let all = comparing + json + texts

    /// NULL when either is NULL; `greatest` and `least` would take the other.
    private static let comparing = ["bigint", "text"].flatMap { type in
        [("greater", ">"), ("lesser", "<")].map { name, sign in
            """
            CREATE FUNCTION \(name)(a \(type), b \(type)) RETURNS \(type)
            LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
                SELECT CASE WHEN a IS NULL OR b IS NULL THEN NULL WHEN a \(sign) b THEN a ELSE b END
            $$
            """
        }
    }

    private static let json = [
        """
        CREATE FUNCTION json_found(document text, path text) RETURNS json
        LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
        BEGIN
            IF path = '$' THEN RETURN document::json; END IF;
            RETURN document::json #> string_to_array(translate(substr(path, 3), '"]', ''), '.');
        EXCEPTION WHEN data_exception OR statement_too_complex THEN RETURN NULL;
        END
        $$
        """,
        // A boolean is 0 or 1, as there.
        """
        CREATE FUNCTION json_extract(document text, path text) RETURNS text
        LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
        DECLARE found json := json_found(document, path);
        BEGIN
            RETURN CASE json_typeof(found)
                WHEN 'boolean' THEN CASE found #>> '{}' WHEN 'true' THEN '1' ELSE '0' END
                ELSE found #>> '{}' END;
        EXCEPTION WHEN data_exception THEN RETURN NULL;
        END
        $$
        """,
        """
        CREATE FUNCTION json_type(document text, path text) RETURNS text
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT CASE json_typeof(json_found(document, path)) WHEN 'string' THEN 'text'
                WHEN 'boolean' THEN json_found(document, path)::text
                WHEN 'number' THEN
                    CASE WHEN json_found(document, path)::text ~ '[.eE]' THEN 'real' ELSE 'integer' END
                ELSE json_typeof(json_found(document, path)) END
        $$
        """,
        // A condition, to be asked as one: a number on one engine, a boolean on the other.
        """
        CREATE FUNCTION json_valid(document text) RETURNS boolean
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT json_found(document, '$') IS NOT NULL
        $$
        """,
    ]

    private static let texts = [
        """
        CREATE FUNCTION instr(document text, part text) RETURNS bigint
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT strpos(document, part)::bigint $$
        """,
        // By the server's clock, the same all through a statement.
        """
        CREATE FUNCTION present_ms() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
            SELECT floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint
        $$
        """,
        """
        CREATE FUNCTION unixepoch() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
            SELECT floor(extract(epoch FROM statement_timestamp()))::bigint
        $$
        """,
    ]
}

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
        """
        CREATE FUNCTION json_valid(document text) RETURNS bigint
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT CASE WHEN json_found(document, '$') IS NULL THEN 0 ELSE 1 END
        $$
        """,
        // The values of a list; of anything else there are none.
        """
        CREATE FUNCTION json_each(document text) RETURNS TABLE (value text)
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT item #>> '{}' FROM json_array_elements(
                CASE json_typeof(json_found(document, '$')) WHEN 'array' THEN json_found(document, '$') ELSE '[]' END)
                AS items (item)
        $$
        """,
        """
        CREATE FUNCTION json_object(key text, value bigint) RETURNS text
        LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
            SELECT '{' || to_json(key)::text || ':' || value::text || '}'
        $$
        """,
        // What stays is written as it was.
        """
        CREATE FUNCTION json_remove(document text, VARIADIC paths text[]) RETURNS text
        LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
            SELECT '{' || coalesce(
                string_agg(to_json(key)::text || ':' || value::text, ',' ORDER BY place), '') || '}'
            FROM json_each(json_found(document, '$')) WITH ORDINALITY AS fields (key, value, place)
            WHERE '$.' || key <> ALL (paths)
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

import type { Queryable } from '@writ/db';

/** All text columns of our tables in Postgres' catalogue, as `table.column`. */
export async function textColumns(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`
    SELECT c.table_name || '.' || c.column_name AS name
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name !~ '^_'
      AND (c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea', 'name', 'xml')
        OR c.data_type = 'ARRAY' AND c.udt_name IN ('_text', '_varchar', '_json', '_jsonb', '_bytea'))
    ORDER BY 1`);
  return rows.map(({ name }) => name);
}

/** Tables whose rows belong to a project have such a column. */
export async function projectColumns(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`
    SELECT c.table_name || '.project_id' AS name
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name = 'project_id' ORDER BY 1`);
  return rows.map(({ name }) => name);
}

/** Columns of any type and table with one of the texts. */
export async function columnsWith(db: Queryable, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.query<{ table: string; column: string }>(`
    SELECT c.table_name AS table, c.column_name AS column
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' ORDER BY 1, 2`);
  // Compares bytes with the texts' bytes.
  const parts = columns.map(({ table, column }) => {
    const value = `CASE WHEN pg_typeof("${column}") = 'bytea'::regtype
      THEN encode(convert_to("${column}"::text, 'UTF8'), 'escape') ELSE "${column}"::text END`;
    return `SELECT '${table}.${column}' AS name WHERE EXISTS (SELECT FROM "${table}"
      WHERE EXISTS (SELECT FROM unnest($1::text[], $2::text[]) AS n (text, hex)
        WHERE strpos(${value}, n.text) > 0 OR pg_typeof("${column}") = 'bytea'::regtype AND strpos(${value}, n.hex) > 0))`;
  });
  const hex = texts.map((text) => Buffer.from(text).toString('hex'));
  const { rows } = await db.query<{ name: string }>(parts.join(' UNION ALL '), [texts, hex]);
  return rows.map(({ name }) => name).toSorted();
}

/** A column's values with one of `texts`; of JSON, its texts and names. */
export async function textsIn(db: Queryable, column: string, texts: readonly string[]): Promise<string[]> {
  const [table = '', name = ''] = column.split('.');
  const { rows } = await db.query<{ value: unknown }>(`SELECT "${name}" AS value FROM "${table}"`);
  const found = rows.flatMap(({ value }) => leavesOf(value));
  return [...new Set(found)].filter((leaf) => texts.some((text) => leaf.includes(text)));
}

function leavesOf(value: unknown): string[] {
  // An event's body is JSON in a text column.
  if (typeof value === 'string') return value.startsWith('{"') ? leavesOf(JSON.parse(value)) : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...leavesOf(member)]);
}

import type { Prisma } from '@writ/db';
import type { OperationRow } from '../operation.ts';

/** In small letters: Salesforce ignores case in field names. */
const labelFields = [
  'email',
  'name',
  'dealname',
  'firstname',
  'lastname',
  'subject',
  'title',
  'domain',
] as const;

type Labelled = Partial<Record<(typeof labelFields)[number], string>>;

const longestLabel = 200;
/** As stored, perhaps compressed: larger records are not read for a list. */
const mostBytes = 16 * 1024;

/** What people call the first record of each operation, while its plan is kept. */
export async function recordLabels(
  prisma: Prisma.TransactionClient,
  rows: readonly OperationRow[],
): Promise<ReadonlyMap<string, string>> {
  if (!rows[0]) return new Map();
  const found = await prisma.$queryRaw<{ id: string; fields: Labelled | null; key: string | null }[]>`
    SELECT given.id, r.fields, r.key
    FROM unnest(${rows.map(({ id }) => id)}::uuid[]) AS given (id)
    CROSS JOIN LATERAL (
      SELECT left(upsert ->> 'value', ${longestLabel}) AS key, (
        SELECT jsonb_object_agg(lower(name), left(value, ${longestLabel})) FROM jsonb_each_text(planned) AS field (name, value)
        WHERE lower(name) = ANY (${labelFields}) AND value <> '') AS fields
      FROM operation_record
      WHERE project_id = ${rows[0].projectId}::uuid AND operation_id = given.id AND index = 0
        AND pg_column_size(planned) <= ${mostBytes} LIMIT 1) AS r`;
  return new Map(
    found.flatMap(({ id, fields, key }) => {
      const label = labelOf(fields ?? {}) ?? key ?? undefined;
      return label === undefined ? [] : [[id, label] as const];
    }),
  );
}

const labelOf = ({ email, name, dealname, firstname, lastname, subject, title, domain }: Labelled) =>
  email ?? name ?? dealname ?? fullName(firstname, lastname) ?? subject ?? title ?? domain;

function fullName(...parts: readonly (string | undefined)[]): string | undefined {
  const given = parts.filter((part) => part !== undefined);
  return given.length > 0 ? given.join(' ') : undefined;
}

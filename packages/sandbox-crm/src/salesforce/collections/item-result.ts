import { rollBack } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import type { Scope } from '../context.ts';
import type { SalesforceError } from '../salesforce-error.ts';

export type ItemResult =
  { ok: true; id: string; created?: boolean } | { ok: false; errors: readonly SalesforceError[] };

/** Work on one record; it must change nothing when it fails. */
export type ItemWork = () => ItemResult;

/**
 * Always 200. With `allOrNone` a failure rolls the others back; culprits keep their errors (Providers §1.3).
 * `ofFailures` are further members of each failed result.
 */
export function workThrough(
  { call }: Scope,
  allOrNone: boolean,
  items: readonly ItemWork[],
  ofFailures: object = {},
): Reply {
  const before = call.changes.length;
  const results = items.map((work) => work());
  const rolledBack = allOrNone && results.some(({ ok }) => !ok);
  if (rolledBack) rollBack(call.changes, before);
  const json = results.map((result) => renderItem(rolledBack && result.ok ? undone : result, ofFailures));
  return { status: 200, json };
}

export function failed(code: string, message: string, fields: readonly string[] = []): ItemResult {
  return { ok: false, errors: [{ code, message, fields }] };
}

const undone = failed(
  'ALL_OR_NONE_OPERATION_ROLLED_BACK',
  'Record rolled back because not all records were valid and the request was using AllOrNone header',
);

/** The key of a code is `statusCode` here, and `errorCode` at the top level. */
function renderItem(result: ItemResult, ofFailures: object) {
  if (result.ok) {
    const { id, created } = result;
    return { id, success: true, errors: [], ...(created !== undefined && { created }) };
  }
  const errors = result.errors.map(({ code, message, fields = [], ...more }) => ({
    statusCode: code,
    message,
    fields,
    ...more,
  }));
  return { success: false, ...ofFailures, errors };
}

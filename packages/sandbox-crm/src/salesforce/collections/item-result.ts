import { rollBack } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import type { Scope } from '../context.ts';
import type { SalesforceError } from '../salesforce-error.ts';

export type ItemResult = { ok: true; id: string } | { ok: false; errors: readonly SalesforceError[] };

/** Work on one record; it must change nothing when it fails. */
export type ItemWork = () => ItemResult;

/**
 * Always 200. With `allOrNone` a failure rolls the others back; culprits keep their errors (Providers §1.3).
 */
export function workThrough({ call }: Scope, allOrNone: boolean, items: readonly ItemWork[]): Reply {
  const before = call.changes.length;
  const results = items.map((work) => work());
  if (!allOrNone || results.every(({ ok }) => ok)) return { status: 200, json: results.map(renderItem) };
  rollBack(call.changes, before);
  return { status: 200, json: results.map((result) => renderItem(result.ok ? rolledBack : result)) };
}

export function failed(code: string, message: string, fields: readonly string[] = []): ItemResult {
  return { ok: false, errors: [{ code, message, fields }] };
}

const rolledBack = failed(
  'ALL_OR_NONE_OPERATION_ROLLED_BACK',
  'Record rolled back because not all records were valid and the request was using AllOrNone header',
);

/** The key of a code is `statusCode` here, and `errorCode` at the top level. */
function renderItem(result: ItemResult) {
  if (result.ok) return { id: result.id, success: true, errors: [] };
  const errors = result.errors.map(({ code, message, fields = [], ...more }) => ({
    statusCode: code,
    message,
    fields,
    ...more,
  }));
  return { success: false, errors };
}

import type { PlannedRecord } from '@writ/write-core';
import type { IdentifiedRecord } from '../../adapter.ts';
import type { PathRequest } from '../../exchange.ts';
import { createInput } from '../create.ts';
import type { HubspotTarget } from '../hubspot-target.ts';
import { objectsPath } from '../paths.ts';
import { encodeProperties } from '../properties.ts';

/** A trace id on every input is what makes a create partial; without any it is all or none (Providers §2.3). */
export function buildBatchCreateRequest(
  { version, objectName }: HubspotTarget,
  records: readonly PlannedRecord[],
  allOrNone: boolean,
): PathRequest {
  const inputs = records.map((record, index) =>
    allOrNone ? createInput(record) : { ...createInput(record), objectWriteTraceId: String(index) },
  );
  return { method: 'POST', path: `${objectsPath(version, objectName)}/batch/create`, json: { inputs } };
}

/** An update is partial whatever is asked for. No id may come twice (Providers §2.3). */
export function buildBatchUpdateRequest(
  { version, objectName }: HubspotTarget,
  records: readonly IdentifiedRecord[],
): PathRequest {
  const inputs = records.map(({ id, fields }) => ({ id, properties: encodeProperties(fields) }));
  return { method: 'POST', path: `${objectsPath(version, objectName)}/batch/update`, json: { inputs } };
}

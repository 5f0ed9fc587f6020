import type { FieldValue, StoredRecord } from '../../records/record-store.ts';
import { flattened, hasFields } from '../../faults/match-record.ts';
import type { Call } from '../../server/call.ts';
import type { JsonObject } from '../../json.ts';
import { HubspotRefusal, unreadable, type ObjectFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { checkAssociations } from './associations.ts';
import { checkProperties, missingProperties } from './check-properties.ts';
import { conflictFault, propertiesFault } from './property-faults.ts';
import { renderWritten, type RenderedObject } from './render-object.ts';

export type WrittenObject = { ok: true; object: RenderedObject } | { ok: false; fault: ObjectFault };

export function createOne(
  { call, type, store, nextId, nowMs }: ObjectScope,
  input: JsonObject,
): WrittenObject {
  const checked = valuesOf({ call, type }, input);
  if (!checked.ok) return checked;
  const missing = missingProperties(type, checked.values);
  if (missing.length > 0) return { ok: false, fault: propertiesFault(call.account, missing) };
  const conflict = conflictFault(call.account, type, store, checked.values);
  if (conflict !== undefined) return { ok: false, fault: conflict };
  const linked = checkAssociations(call.account, type, input['associations']);
  if (!linked.ok) return linked;

  const change = store.create(nextId(), setValues(checked.values), nowMs);
  change.record.associations = linked.associations;
  call.changes.push(change);
  return { ok: true, object: renderWritten(type, change.record, change.record.fields.keys()) };
}

export function updateOne(
  { call, type, store, nowMs }: ObjectScope,
  record: StoredRecord,
  input: JsonObject,
): WrittenObject {
  const checked = valuesOf({ call, type }, input);
  if (!checked.ok) return checked;
  const conflict = conflictFault(call.account, type, store, checked.values, record);
  if (conflict !== undefined) return { ok: false, fault: conflict };
  call.changes.push(store.update(record, withoutStepBack(type, record, checked.values), nowMs));
  return { ok: true, object: renderWritten(type, record, checked.values.keys()) };
}

/** A lifecycle stage that would go back stays as it is, and the update is a success (Providers §2.2). */
function withoutStepBack(
  type: ObjectScope['type'],
  record: StoredRecord,
  values: ReadonlyMap<string, FieldValue | undefined>,
): ReadonlyMap<string, FieldValue | undefined> {
  const stages = type.properties.get('lifecyclestage')?.options.map(({ value }) => value) ?? [];
  const [before, after] = [record.fields.get('lifecyclestage'), values.get('lifecyclestage')];
  const goesBack =
    after !== undefined && stages.indexOf(String(after)) < stages.indexOf(String(before ?? after));
  return goesBack ? new Map([...values].filter(([name]) => name !== 'lifecyclestage')) : values;
}

type CheckedValues =
  { ok: true; values: Map<string, FieldValue | undefined> } | { ok: false; fault: ObjectFault };

function valuesOf({ call, type }: Pick<ObjectScope, 'call' | 'type'>, input: JsonObject): CheckedValues {
  const scripted = scriptedFault(call, input);
  if (scripted !== undefined) return { ok: false, fault: scripted };
  const checked = checkProperties(type, input['properties']);
  if (checked.kind === 'unreadable') throw new HubspotRefusal(unreadable(checked.detail, 0, 0));
  if (checked.kind === 'bad') return { ok: false, fault: propertiesFault(call.account, checked.faults) };
  return { ok: true, values: checked.values };
}

function scriptedFault({ itemFault }: Call, input: JsonObject): ObjectFault | undefined {
  if (itemFault === undefined) return undefined;
  if (!hasFields(flattened(input), itemFault.record)) return undefined;
  const { code, message, status, more } = itemFault.error;
  return { status: status ?? 400, category: code, message, ...more };
}

function setValues(values: ReadonlyMap<string, FieldValue | undefined>): Map<string, FieldValue> {
  const set = new Map<string, FieldValue>();
  for (const [name, value] of values) if (value !== undefined) set.set(name, value);
  return set;
}

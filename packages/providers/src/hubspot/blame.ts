import type {
  BatchOutcome,
  Faults,
  JsonValue,
  PlannedRecord,
  ProviderFault,
  RecordOutcome,
} from '@writ/write-core';
import { faultsOr } from '../verdict.ts';
import { hubspotDeclaration } from './declaration.ts';
import { alwaysKeysOf } from './look-up.ts';
import { encodeValue } from './write.ts';

const { recordKeyOf } = hubspotDeclaration;

/**
 * The outcome of a refused all-or-none create: HubSpot does not name the record (Providers §2.3). A fault
 * whose words fit one record alone is that record's; the others say that they were not written because of
 * another.
 */
export function blame(objectName: string, records: readonly PlannedRecord[], refusal: Faults): BatchOutcome {
  const own = new Map(records.map((record): [PlannedRecord, ProviderFault[]] => [record, []]));
  const errors: ProviderFault[] = [];
  for (const fault of refusal) {
    const culprit = culpritOf(fault, objectName, records);
    if (culprit) own.get(culprit)?.push(fault);
    else errors.push(fault);
  }
  const outcomes = records.map((record): RecordOutcome => {
    const faults = faultsOr(own.get(record) ?? [], () => notWritten(refusal));
    return { kind: 'failed', faults };
  });
  return { records: outcomes, errors };
}

export function culpritOf(
  fault: ProviderFault,
  objectName: string,
  records: readonly PlannedRecord[],
): PlannedRecord | undefined {
  const [only, ...others] = records.filter((record) => isAbout(fault, objectName, record));
  return others.length === 0 ? only : undefined;
}

/** How HubSpot refuses a value in any record; the group is the value. */
const refusedValues = [
  /^(.*) was not one of the allowed options/s,
  /^Email address (.*) is invalid/s,
  /^(.*) was not a valid \w+/s,
];

const isOfEveryHolder = ({ code }: ProviderFault): boolean =>
  code === 'PROPERTY_DOESNT_EXIST' || code === 'READ_ONLY_VALUE';

/**
 * The records that a fault is about, by the property it names. Not all holders of a refused value need be
 * refused: options can depend on another property, as those of `dealstage` on `pipeline`. Such a fault is
 * `unclear` for records of different writes, and otherwise names none.
 */
export function namedByField<Item extends Pick<PlannedRecord, 'fields'>>(
  fault: ProviderFault,
  records: readonly Item[],
  isShared: boolean,
): ReadonlyMap<Item, ProviderFault> {
  const holders = records.filter((record) => isOfItsField(fault, record));
  const isCertain = holders.length === 1 || isOfEveryHolder(fault);
  if (!isCertain && !isShared) return new Map();
  const own = isCertain ? fault : { ...fault, unclear: true };
  return new Map(holders.map((record) => [record, own]));
}

function isOfItsField(fault: ProviderFault, { fields }: Pick<PlannedRecord, 'fields'>): boolean {
  const { field, message } = fault;
  const value = field !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (value === undefined) return false;
  if (isOfEveryHolder(fault)) return true;
  const refused = encodeValue(value).trim();
  return refused !== '' && refusedValues.some((words) => words.exec(message)?.[1]?.trim() === refused);
}

/** By the named property, else by a unique value or an id in its words. */
function isAbout(fault: ProviderFault, objectName: string, record: PlannedRecord) {
  const { code, field, kind, message } = fault;
  const { id, fields, associations = [] } = record;
  // A conflict names the existing record.
  if (id !== undefined && kind !== 'conflict' && isIn(message, recordKeyOf(id))) return true;
  if (field !== undefined) {
    if (isOfItsField(fault, record)) return true;
    const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (code === 'MISSING_REQUIRED_PROPERTY') return value === undefined || encodeValue(value) === '';
    return isIn(message, value);
  }
  const ids = kind === 'conflict' ? [] : associations.map(({ to }) => recordKeyOf(to.id));
  const unique = alwaysKeysOf(objectName).map(({ name }) => fields[name]);
  return [...ids, ...unique].some((value) => isIn(message, value));
}

function isIn(text: string, value: JsonValue | undefined): boolean {
  const word = value === undefined ? '' : encodeValue(value).trim().toLowerCase();
  const parts = word === '' ? [] : text.toLowerCase().split(word);
  return parts.slice(1).some((after, at) => !/\w$/.test(parts[at] ?? '') && !/^\w/.test(after));
}

/** A conflict stays one, so that repeated creates look for the record. */
const notWritten = (refusal: Faults): ProviderFault => ({
  kind: refusal.find(({ kind }) => kind === 'conflict')?.kind ?? refusal[0].kind,
  sent: 'rejected',
  retryable: false,
  rolledBack: true,
  code: 'NOT_WRITTEN_BATCH_REFUSED',
  message: 'Not written: HubSpot refused the all-or-none batch as a whole.',
});

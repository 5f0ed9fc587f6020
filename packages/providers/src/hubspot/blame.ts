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
 * The outcome of an all-or-none create that HubSpot refused because of some record: it does not say which (Providers
 * §2.3). A fault whose words fit one record alone is that record's; any other belongs to no record. What has no fault of
 * its own was not written for the sake of the others, and says so.
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

/** The record that the words of a fault fit, if they fit no other. */
export function culpritOf(
  fault: ProviderFault,
  objectName: string,
  records: readonly PlannedRecord[],
): PlannedRecord | undefined {
  const [only, ...others] = records.filter((record) => isAbout(fault, objectName, record));
  return others.length === 0 ? only : undefined;
}

/** How HubSpot refuses a value, whatever record holds it; the group is the value. */
const refusedValues = [
  /^(.*) was not one of the allowed options/s,
  /^Email address (.*) is invalid/s,
  /^(.*) was not a valid \w+/s,
];

/** A property that is not there, or that nobody may set, is refused of every record that holds it. */
const isOfEveryHolder = ({ code }: ProviderFault): boolean =>
  code === 'PROPERTY_DOESNT_EXIST' || code === 'READ_ONLY_VALUE';

/**
 * The records of a refused batch that the fault is about, by the property that it names, each with the fault as its own. Of
 * several records with the refused value some may pass, since options can depend on another property, as those of
 * `dealstage` do on `pipeline`: where the records belong to different writes the fault is `unclear`, else it is of none.
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

/** Whether a record holds the property that a fault names, and in it the value that its words refuse. */
function isOfItsField(fault: ProviderFault, { fields }: Pick<PlannedRecord, 'fields'>): boolean {
  const { field, message } = fault;
  // A name of `Object.prototype` is no field of every record.
  const value = field !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (value === undefined) return false;
  if (isOfEveryHolder(fault)) return true;
  const refused = encodeValue(value).trim();
  return refused !== '' && refusedValues.some((words) => words.exec(message)?.[1]?.trim() === refused);
}

/** Whether a fault can be of this record: by the field that it names, else by a unique value or an id in its words. */
function isAbout(fault: ProviderFault, objectName: string, record: PlannedRecord) {
  const { code, field, kind, message } = fault;
  const { id, fields, associations = [] } = record;
  // The id in a conflict is that of the record which is there.
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

/** Whether a text holds the value as a word of its own. */
function isIn(text: string, value: JsonValue | undefined): boolean {
  const word = value === undefined ? '' : encodeValue(value).trim().toLowerCase();
  const parts = word === '' ? [] : text.toLowerCase().split(word);
  return parts.slice(1).some((after, at) => !/\w$/.test(parts[at] ?? '') && !/^\w/.test(after));
}

/** A conflict stays one: whoever repeats a create in doubt looks for it then. */
const notWritten = (refusal: Faults): ProviderFault => ({
  kind: refusal.find(({ kind }) => kind === 'conflict')?.kind ?? refusal[0].kind,
  sent: 'rejected',
  retryable: false,
  rolledBack: true,
  code: 'NOT_WRITTEN_BATCH_REFUSED',
  message: 'Not written: HubSpot refused the all-or-none batch as a whole.',
});

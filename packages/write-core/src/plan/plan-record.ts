import type { JsonObject, JsonValue } from '../json.ts';
import type { PlannedRecord } from '../plan.ts';
import type { WriteRecord } from '../write-command.ts';
import type { FieldNote } from './field-notes.ts';
import type { FieldRoutes, PlacedField } from './field-routes.ts';

type FieldChange = Pick<FieldNote, 'field' | 'ifOnly'> & { kind: Exclude<FieldNote['kind'], 'kept'> };

export type PlanIssue = {
  /** JSON Pointer within the body. */
  name: string;
  /** Absent if it is about the record. */
  field?: string;
  /** Of the whole request, also in a partial batch. */
  ofRequest?: true;
  detail: string;
  value: JsonValue;
};

export type RecordPlan = {
  planned: PlannedRecord;
  changes: readonly FieldChange[];
  issues: readonly PlanIssue[];
};

/** Contract §4.1, with defaults: a config may hold thousands. */
export const mostFields = 500;

/**
 * Routes fields, and adds missing defaults. Null and `""` are values (Contract §4.3, rule 3).
 * @param pointer JSON Pointer to the record
 */
export function planRecord(
  { id, fields, associations }: WriteRecord,
  { routes, type, pointer }: { routes: FieldRoutes; type: 'create' | 'update'; pointer: string },
): RecordPlan {
  if (routes.areStraight && areApart(fields, routes)) {
    return {
      planned: { ...(id !== undefined && { id }), fields, ...(associations && { associations }) },
      changes: [],
      issues: type === 'create' && Object.keys(fields).length === 0 ? [emptyRecord(pointer, fields, [])] : [],
    };
  }
  const placed: PlacedField[] = [];
  const changes: FieldChange[] = [];
  for (const [key, value] of Object.entries(fields)) {
    const route = routes.routeOf(key);
    if (route.kind === 'written') {
      const { field, fieldKey, ifEmpty } = route;
      placed.push({ key, value, field, fieldKey, ifEmpty });
    } else {
      changes.push({ kind: route.kind, field: key });
    }
  }
  const taken = new Set(placed.map(({ fieldKey }) => fieldKey));
  const issues = isTakenOnce(taken, placed) ? [] : collisions(placed, id, pointer);
  for (const fallback of routes.defaults) {
    if (placed.length > mostFields) break;
    if (taken.has(fallback.fieldKey)) continue;
    taken.add(fallback.fieldKey);
    placed.push(fallback);
    changes.push({ kind: fallback.ifEmpty ? 'default-if-empty' : 'defaulted', field: fallback.key });
  }
  if (placed.length > mostFields) issues.push(tooManyFields(pointer, placed.length));
  const looked = placed.filter(({ ifEmpty }) => ifEmpty).toSorted((a, b) => (a.field < b.field ? -1 : 1));
  const nothingLeft = placed.length === 0 && changes.length > 0;
  if (placed.length === 0 && type === 'create') issues.push(emptyRecord(pointer, fields, changes));
  const planned = {
    ...(id !== undefined && { id }),
    fields: Object.fromEntries(placed.map(({ field, value }) => [field, value])),
    ...(associations && { associations }),
    ...((looked.length > 0 || (nothingLeft && type === 'update')) && {
      ifEmpty: looked.map(({ field }) => field),
    }),
    ...(looked.some(({ key, field }) => key !== field) && { ifEmptyNames: looked.map(({ key }) => key) }),
  };
  return { planned, changes, issues };
}

/** No two names of one field, and none of the id. */
function areApart(fields: JsonObject, { fieldKeyOf, notFields }: FieldRoutes): boolean {
  if (!fieldKeyOf) return !['id', ...notFields].some((name) => Object.hasOwn(fields, name));
  const names = Object.keys(fields);
  const keys = new Set(names.map(fieldKeyOf));
  return isTakenOnce(keys, names) && !notFields.some((name) => keys.has(name));
}

const isTakenOnce = (taken: ReadonlySet<string>, by: readonly unknown[]): boolean =>
  taken.size === by.length && !taken.has('id');

const tooManyFields = (name: string, value: number): PlanIssue => ({
  name,
  detail: `With the defaults of the installation, the record has more than ${mostFields} fields.`,
  value,
});

/** If all fields are `no-field`, the settings dropped nothing. */
const emptyRecord = (name: string, value: JsonObject, changes: readonly FieldChange[]): PlanIssue => ({
  name,
  detail: changes.every(({ kind }) => kind === 'no-field')
    ? 'The record has no fields, so an empty one would be created: give at least one.'
    : 'The settings of the installation drop every field of this record, so an empty one would be created.',
  value,
});

/** Of fields routed to one provider field all but the first by name; at the id, all. */
function collisions(placed: readonly PlacedField[], id: string | undefined, pointer: string): PlanIssue[] {
  const first = new Map([['id', 'id']]);
  const sorted = placed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return sorted.flatMap(({ key, field, fieldKey, value }) => {
    const other = first.get(fieldKey);
    if (other === undefined) first.set(fieldKey, key);
    if (other === undefined) return [];
    const isIdOfNew = fieldKey === 'id' && id === undefined;
    const detail = isIdOfNew
      ? `A record to create has no id yet, and \`${key}\` is written to it; leave it out, or use type \`update\`.`
      : `\`${other}\` and \`${key}\` are both written to the provider's field \`${field}\`.`;
    const name = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [{ name, field: key, ...(isIdOfNew && { ofRequest: true }), detail, value }];
  });
}

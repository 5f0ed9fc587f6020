import type { JsonValue } from '../json.ts';
import type { PlannedRecord } from '../plan.ts';
import type { WriteRecord } from '../write-command.ts';
import { byOutcome } from './by-outcome.ts';
import { fieldRoutes, type FieldRoutes } from './field-routes.ts';
import { planRecord, type PlanIssue, type RecordPlan } from './plan-record.ts';
import type { WriteSettings } from './write-settings.ts';

/** `issues` are about the key, and so the whole request's. */
export type UpsertRoutes = {
  key: string;
  mustExist: boolean;
  ofNew: FieldRoutes;
  ofExisting: FieldRoutes;
  issues: readonly PlanIssue[];
};

export function upsertRoutes(settings: WriteSettings, key: string, mustExist: boolean): UpsertRoutes {
  const [ofNew, ofExisting] = [fieldRoutes(settings, 'create'), fieldRoutes(settings, 'update')];
  const detail = whyNoKey(key, mustExist, ofNew);
  const issues: PlanIssue[] =
    detail === undefined ? [] : [{ name: '/key', ofRequest: true, detail, value: key }];
  return { key, mustExist, ofNew, ofExisting, issues };
}

function whyNoKey(key: string, mustExist: boolean, routes: FieldRoutes): string | undefined {
  const route = routes.routeOf(key);
  if (route.kind === 'unmapped')
    return `The installation does not map \`${key}\`, so no record can be found by it.`;
  if (route.kind === 'dropped' && !mustExist)
    return `The installation never writes \`${key}\` to a new record, so the record could not be found again.`;
  const field = routes.fieldOf(key);
  const isId = (routes.fieldKeyOf?.(field) ?? field) === 'id';
  return route.kind === 'no-field' || isId
    ? `\`${key}\` is no field to find records by; to change a record by its id, use type \`update\`.`
    : undefined;
}

/** Plans a record for both outcomes (Specification, installation config, holds for each). */
export function planUpsert(
  record: WriteRecord,
  { key, mustExist, ofNew, ofExisting }: UpsertRoutes,
  pointer: string,
): RecordPlan {
  const existing = planRecord(record, { routes: ofExisting, type: 'update', pointer });
  const fresh = mustExist ? existing : planRecord(record, { routes: ofNew, type: 'create', pointer });
  const { fields } = existing.planned;
  const isSame = JSON.stringify(fields) === JSON.stringify(fresh.planned.fields);
  const planned: PlannedRecord = {
    ...existing.planned,
    upsert: {
      field: ofNew.fieldOf(key),
      value: keyValue(record.fields[key]),
      ...(!isSame && { fieldsOfNew: fresh.planned.fields }),
      ...(mustExist && { mustExist }),
    },
  };
  return {
    planned,
    changes: byOutcome(
      { ofNew: fresh.changes, ofExisting: existing.changes },
      ({ kind, field }) => `${kind} ${field}`,
    ),
    issues: [...new Map([...existing.issues, ...fresh.issues].map((one) => [issueKey(one), one])).values()],
  };
}

/** The rules of the request let nothing else through. */
const keyValue = (value: JsonValue | undefined): string | number =>
  typeof value === 'number' || typeof value === 'string' ? value : '';

const issueKey = ({ name, detail }: PlanIssue): string => `${name} ${detail}`;

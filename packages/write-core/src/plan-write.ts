import { fieldRoutes } from './plan/field-routes.ts';
import { gatherNotes, type FieldNote } from './plan/field-notes.ts';
import { planRecord, type PlanIssue, type RecordPlan } from './plan/plan-record.ts';
import { planUpsert, upsertRoutes } from './plan/plan-upsert.ts';
import type { WriteSettings } from './plan/write-settings.ts';
import type { ProviderFault } from './outcome.ts';
import type { PlannedRecord, WriteType } from './plan.ts';
import type { WriteCommand, WriteRecord } from './write-command.ts';

export type WritePlan = {
  type: WriteType;
  form: 'single' | 'batch';
  allOrNone: boolean;
  records: readonly PlannedRecord[];
};

export type PlannedWrite = {
  plan: WritePlan;
  notes: readonly FieldNote[];
  /** `refused` records of the plan fail alone; without any, the request is refused. */
  issues: readonly PlanIssue[];
};

/** The order of fields does not matter (Contract §4.3). Pure. */
export function planWrite(command: WriteCommand, settings: WriteSettings): PlannedWrite {
  if (command.kind === 'delete') {
    const records = [{ id: command.id, fields: {} }];
    return { plan: { type: 'delete', form: 'single', allOrNone: false, records }, notes: [], issues: [] };
  }
  const { type } = command;
  const given = command.kind === 'single' ? [command.record] : command.records;
  const { plan, issues: ofKey } = recordPlanner(command, settings);
  const planned = given.map((record, index) =>
    plan(record, command.kind === 'single' ? '/record' : `/batch/${index}/record`),
  );
  const allOrNone = command.kind === 'batch' && command.allOrNone;
  const records = allOrNone || ofKey.length > 0 ? undefined : withRefused(planned, given);
  return {
    plan: { type, form: command.kind, allOrNone, records: records ?? planned.map((one) => one.planned) },
    notes: gatherNotes(
      planned.flatMap(({ changes }, record) => changes.map((change) => ({ ...change, record }))),
    ),
    issues: [...ofKey, ...planned.flatMap((one) => one.issues)],
  };
}

type Planner = {
  plan: (record: WriteRecord, pointer: string) => RecordPlan;
  issues: readonly PlanIssue[];
};

function recordPlanner(command: Exclude<WriteCommand, { kind: 'delete' }>, settings: WriteSettings): Planner {
  const { type } = command;
  if (type === 'upsert') {
    const routes = upsertRoutes(settings, command.key, command.mustExist);
    return { plan: (record, pointer) => planUpsert(record, routes, pointer), issues: routes.issues };
  }
  const routes = fieldRoutes(settings, type);
  return { plan: (record, pointer) => planRecord(record, { routes, type, pointer }), issues: [] };
}

/** Retries skip these records, too. */
export const refusedCode = 'NOT_SENT_INVALID_RECORD';

/**
 * Records of a partial batch with issues fail alone. Undefined if none can be written, or an issue is the
 * request's.
 */
function withRefused(
  planned: readonly RecordPlan[],
  given: readonly WriteRecord[],
): readonly PlannedRecord[] | undefined {
  const isOfRequest = planned.some(({ issues }) => issues.some(({ ofRequest }) => ofRequest));
  if (isOfRequest || planned.every(({ issues }) => issues.length > 0)) return undefined;
  return planned.map(({ planned: record, issues }, at) => {
    const [first, ...others] = issues.map(toFault);
    return first ? { ...given[at], fields: given[at]?.fields ?? {}, refused: [first, ...others] } : record;
  });
}

const toFault = ({ field, detail }: PlanIssue): ProviderFault => ({
  kind: 'invalid',
  sent: 'notSent',
  retryable: false,
  code: refusedCode,
  message: detail,
  ...(field !== undefined && { field }),
});

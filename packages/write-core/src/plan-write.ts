import { fieldRoutes } from './plan/field-routes.ts';
import { gatherNotes, type FieldNote } from './plan/field-notes.ts';
import { planRecord, type PlanIssue } from './plan/plan-record.ts';
import type { WriteSettings } from './plan/write-settings.ts';
import type { PlannedRecord, WriteType } from './plan.ts';
import type { WriteCommand } from './write-command.ts';

/** A write as it will be stored and sent. */
export type WritePlan = {
  type: WriteType;
  form: 'single' | 'batch';
  allOrNone: boolean;
  records: readonly PlannedRecord[];
};

/** A plan with what the settings changed, and why it may not be carried out. */
export type PlannedWrite = {
  plan: WritePlan;
  notes: readonly FieldNote[];
  /** Faults of the request; with any, the plan is of no use. */
  issues: readonly PlanIssue[];
};

/**
 * Plans a write by the installation's settings, purely: the same command and settings always give the same plan, in
 * whatever order the fields come (Contract §4.3, Architecture).
 */
export function planWrite(command: WriteCommand, settings: WriteSettings): PlannedWrite {
  if (command.kind === 'delete') {
    const records = [{ id: command.id, fields: {} }];
    return { plan: { type: 'delete', form: 'single', allOrNone: false, records }, notes: [], issues: [] };
  }
  const { type } = command;
  const routes = fieldRoutes(settings, type);
  const planned =
    command.kind === 'single'
      ? [planRecord(command.record, { routes, type, pointer: '/record' })]
      : command.records.map((record, index) =>
          planRecord(record, { routes, type, pointer: `/batch/${index}/record` }),
        );
  return {
    plan: {
      type,
      form: command.kind,
      allOrNone: command.kind === 'batch' && command.allOrNone,
      records: planned.map((one) => one.planned),
    },
    notes: gatherNotes(
      planned.flatMap(({ changes }, record) => changes.map((change) => ({ ...change, record }))),
    ),
    issues: planned.flatMap((one) => one.issues),
  };
}

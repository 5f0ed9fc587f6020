import type { Choice } from '../../parts/filters/chip.tsx';
import { ChipOfFlag, ChipOfMany, ChipOfOne, ChipOfText } from '../../parts/filters/chip.tsx';
import { Chips } from '../../parts/filters/chips.tsx';
import { spanChoices } from '../../parts/filters/spans.ts';
import type { OperationValues } from './operation-filters.ts';

const choices = <const Words extends Record<string, string>>(words: Words) =>
  Object.entries(words).map(([value, each]) => ({ value, words: each })) as Choice<keyof Words & string>[];

const statuses = choices({ in_progress: 'In progress', success: 'Success', failure: 'Failure' });
const faults = choices({
  'rate-limited': 'Rate limited',
  unavailable: 'Unavailable',
  locked: 'Locked',
  timeout: 'Timeout',
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  'not-found': 'Not found',
  invalid: 'Invalid',
  conflict: 'Conflict',
  unknown: 'Unknown',
  cancelled: 'Cancelled',
});
const reasons = choices({
  quota: 'Quota',
  order: 'An earlier write',
  connection: 'Connection',
  outage: 'Outage',
  paused: 'Paused',
  batch: 'Its batch',
  retry: 'Next attempt',
});
const types = choices({ create: 'Create', update: 'Update', delete: 'Delete' });
const modes = choices({ synchronous: 'Synchronous', asynchronous: 'Asynchronous' });

/** What filters the list that has no chip as long as it is absent: links lead to it. */
const linked = {
  ambiguous: 'May exist twice',
  installationId: 'Installation',
  account: 'Account',
  recordId: 'Record',
  requestId: 'Request',
  idempotencyKey: 'Idempotency key',
  taskId: 'Task',
  since: 'Since',
  until: 'Until',
} as const;

/** The filters of the list of operations. */
export function OperationChips({
  values,
  change,
  onClear,
}: {
  values: OperationValues;
  change: (changes: OperationValues) => void;
  onClear: () => void;
}) {
  const { status, partial, fault, waiting, groupRef, provider, resource, type, mode, within, ...others } =
    values;
  return (
    <Chips label="Filters" isAnySet={Object.keys(values).length > 0} onClear={onClear}>
      <ChipOfMany
        label="Status"
        choices={statuses}
        value={status}
        onChange={(next) => change({ status: next })}
      />
      <ChipOfFlag label="Partial" value={partial} onChange={(next) => change({ partial: next })} />
      <ChipOfOne label="Fault" choices={faults} value={fault} onChange={(next) => change({ fault: next })} />
      <ChipOfOne
        label="Waits for"
        choices={reasons}
        value={waiting}
        onChange={(next) => change({ waiting: next })}
      />
      <ChipOfText label="Customer" value={groupRef} onChange={(next) => change({ groupRef: next })} />
      <ChipOfText label="Provider" value={provider} onChange={(next) => change({ provider: next })} />
      <ChipOfText label="Object" value={resource} onChange={(next) => change({ resource: next })} />
      <ChipOfOne label="Type" choices={types} value={type} onChange={(next) => change({ type: next })} />
      <ChipOfOne label="Mode" choices={modes} value={mode} onChange={(next) => change({ mode: next })} />
      <ChipOfOne
        label="Time"
        choices={spanChoices}
        value={within}
        onChange={(next) => change({ within: next })}
      />
      {Object.entries(linked).map(([name, label]) => {
        const value = others[name as keyof typeof linked];
        if (value === undefined) return null;
        return (
          <ChipOfText
            key={name}
            label={label}
            value={String(value)}
            onChange={(next) => change({ [name]: next })}
          />
        );
      })}
    </Chips>
  );
}

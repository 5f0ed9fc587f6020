import { useMayNameIntegrations, useNames } from '../../data/names.ts';
import { useProject } from '../../data/project.ts';
import type { Choice } from '../../parts/filters/chip.tsx';
import { ChipOfFlag, ChipOfMany, ChipOfOne } from '../../parts/filters/chip.tsx';
import { ChipOfText } from '../../parts/filters/chip-of-text.tsx';
import { Chips } from '../../parts/filters/chips.tsx';
import { LinkedChips } from '../../parts/filters/linked-chips.tsx';
import { readChoices } from '../../parts/filters/read-choices.ts';
import { TimeChips } from '../../parts/filters/time-chips.tsx';
import { operationParams, type OperationValues } from './operation-filters.ts';

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
  order: 'Order',
  connection: 'Connection',
  outage: 'Outage',
  paused: 'Paused',
  batch: 'Batch',
  retry: 'Retry',
});
const types = choices({ create: 'Create', update: 'Update', delete: 'Delete' });
const modes = choices({ synchronous: 'Synchronous', asynchronous: 'Asynchronous' });

/** What filters the list that has no chip as long as it is absent: links lead to it. */
const linked = {
  installationId: 'Installation',
  account: 'Account',
  recordId: 'Record',
  requestId: 'Request',
  idempotencyKey: 'Idempotency key',
  taskId: 'Task',
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
  const { status, partial, ambiguous, fault, waiting, groupRef, integrationId } = values;
  const { provider, resource, type, mode } = values;
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
      <IntegrationChip value={integrationId} onChange={(next) => change({ integrationId: next })} />
      <ChipOfText label="Provider" value={provider} onChange={(next) => change({ provider: next })} />
      <ChipOfText label="Object" value={resource} onChange={(next) => change({ resource: next })} />
      <ChipOfOne label="Type" choices={types} value={type} onChange={(next) => change({ type: next })} />
      <ChipOfOne label="Mode" choices={modes} value={mode} onChange={(next) => change({ mode: next })} />
      <TimeChips values={values} change={change} />
      {ambiguous && (
        <ChipOfFlag
          label="Outcome in doubt"
          value={ambiguous}
          onChange={(next) => change({ ambiguous: next })}
        />
      )}
      <LinkedChips labels={linked} params={operationParams} values={values} change={change} />
    </Chips>
  );
}

/** By name, where the names may be read. */
function IntegrationChip(given: {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const mayReadNames = useMayNameIntegrations();
  const read = readChoices(useNames(useProject(), 'integrations'), (names) =>
    [...names].map(([value, words]) => ({ value, words })),
  );
  // There from the beginning: were it to come with the names, whoever clicks on a chip behind it would hit another.
  if (mayReadNames) return <ChipOfOne label="Integration" {...read} {...given} />;
  return given.value !== undefined && <ChipOfText label="Integration" {...given} />;
}

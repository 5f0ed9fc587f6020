import type { Failed, PlannedRecord, ProviderFault, RecordOutcome } from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from '../adapter.ts';
import type { SentWrite } from '../if-empty/send-what-is-left.ts';
import { sendWrite, type SendableWrite } from '../send-write.ts';
import { asUnsent, unsent } from '../verdict.ts';
import { weighSightings, type Finding, type KnownBefore } from './sighting.ts';

export type Doubt = {
  /** Per record: an earlier attempt may have created it. */
  inDoubt: readonly boolean[];
  knownOf: (at: number) => KnownBefore;
};

/** `inDoubt`: an earlier attempt may also have made the record. */
export type SentRecords = SentWrite & {
  inDoubt: readonly boolean[];
  found: readonly boolean[];
};

type Step = {
  record: PlannedRecord;
  at: number;
  finding?: Finding;
  outcome?: RecordOutcome;
  inDoubt: boolean;
};

/**
 * Repeats creates that an earlier attempt may have made: looks for them, and sends the missing ones. After a
 * conflict it looks again: the earlier call may have been carried out late (Contract §4.6). If a look fails,
 * nothing is sent.
 */
export async function repeatCreate(
  adapter: ProviderAdapter,
  call: BatchCall,
  write: SendableWrite,
  { inDoubt, knownOf }: Doubt,
): Promise<SentRecords> {
  const isIndivisible = call.allOrNone && write.form === 'batch';
  const mayCall = (): boolean => call.mayCallAgain?.() !== false;
  const steps: Step[] = write.records.map((record, at) => ({ record, at, inDoubt: inDoubt[at] === true }));

  /** Returns a failure that may pass. */
  const look = async (some: readonly Step[]): Promise<Failed | undefined> => {
    const looked = await adapter.findCreated(call, some.map(recordOf));
    if (looked.kind === 'failed') return asUnsent(looked);
    const open = looked.sightings.find((seen) => seen.kind === 'failed');
    if (isIndivisible && open) return asUnsent(open);
    const findings = weighSightings(looked.sightings, {
      knownOf: (place) => knownOf(some[place]?.at ?? 0),
      isIndivisible,
      written: steps.flatMap(writtenId),
    });
    for (const [at, step] of some.entries()) {
      note(step, findings[at] ?? { kind: 'unknown' });
      const seen = looked.sightings[at];
      if (seen?.kind === 'failed') step.outcome = asUnsent(seen);
    }
    return undefined;
  };

  const unanswered = await look(steps.filter((step) => step.inDoubt));
  if (unanswered) return ended(steps.map((step) => ({ ...step, outcome: unanswered })));
  if (isIndivisible && steps.some(wasMade)) endWhatWasMadeWith(steps);
  const left = steps.filter(({ outcome }) => outcome === undefined);
  let errors: readonly ProviderFault[] = [];
  if (left.length > 0 && mayCall()) {
    const sent = await sendWrite(adapter, call, { ...write, records: left.map(recordOf) });
    for (const [at, step] of left.entries()) step.outcome = sent.records[at] ?? noTime;
    errors = sent.errors;
  }
  const conflicting = steps.filter(mayBeOurs);
  if (conflicting.length > 0) {
    const failed = mayCall() ? await look(conflicting) : noTime;
    for (const step of failed ? conflicting : []) {
      Object.assign(step, { inDoubt: true, outcome: failed });
    }
    if (isIndivisible && conflicting.some(wasMade)) endWhatWasMadeWith(steps);
  }
  return ended(steps, errors);
}

const writtenId = ({ outcome }: Step): string[] =>
  outcome?.kind === 'written' && outcome.recordId !== undefined ? [outcome.recordId] : [];

const recordOf = ({ record }: Step): PlannedRecord => record;

function note(step: Step, finding: Finding): void {
  step.finding = finding;
  step.inDoubt = finding.kind === 'unknown';
  if (finding.kind === 'made') step.outcome = { kind: 'written', recordId: finding.recordId };
}

const wasMade = ({ finding }: Step): boolean => finding?.kind === 'made';

/**
 * The batch was written whole, the remaining records under unknown ids. None is sent again, even if it is
 * missing by now: somebody may have deleted it.
 */
function endWhatWasMadeWith(steps: readonly Step[]): void {
  for (const step of steps) {
    if (step.outcome?.kind === 'written') continue;
    Object.assign(step, { inDoubt: false, outcome: madeWithoutId });
  }
}

const mayBeOurs = ({ finding, outcome }: Step): boolean =>
  finding?.kind === 'not-made' &&
  !finding.elsewhere &&
  outcome?.kind === 'failed' &&
  outcome.faults.some(({ kind }) => kind === 'conflict');

const ended = (steps: readonly Step[], errors: readonly ProviderFault[] = []): SentRecords => ({
  records: steps.map(({ outcome }) => outcome ?? noTime),
  errors,
  kept: [],
  inDoubt: steps.map(({ inDoubt }) => inDoubt),
  found: steps.map(wasMade),
});

const noTime = unsent({
  kind: 'timeout',
  retryable: true,
  message: 'No time was left in this attempt to look for the record, or to send it.',
});

const madeWithoutId: RecordOutcome = {
  kind: 'written',
  warnings: [
    'An earlier attempt wrote the batch as a whole, but its answer was lost. The id of this record is not known: it was not found by anything unique in it. Look for it in the CRM.',
  ],
};

import type { Failed, PlannedRecord, ProviderFault, RecordOutcome } from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from '../adapter.ts';
import type { SentWrite } from '../if-empty/send-what-is-left.ts';
import { sendWrite, type SendableWrite } from '../send-write.ts';
import { mapFaults, notItself, unsent } from '../verdict.ts';
import { weighSightings, type Finding, type KnownBefore } from './sighting.ts';

/** What is known of the attempts before. */
export type Doubt = {
  /** Of each record, whether an earlier attempt may have created it. */
  inDoubt: readonly boolean[];
  /** Of the operation that the record at this place belongs to, now. */
  knownOf: (at: number) => KnownBefore;
};

/** What became of each record, and whether an earlier attempt may still have made it, too. */
export type SentRecords = SentWrite & {
  inDoubt: readonly boolean[];
  /** Which were found at the provider instead of being sent. */
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
 * Sends creates of which an earlier attempt may have made some: looks for those first, and sends what is not there. A
 * conflict that the provider answers then is settled by another look, since the earlier call may have been carried out
 * late (Contract §4.6). Without an answer to the look nothing is sent.
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

  /**
   * Notes what was found, and the failure of a record of which that was not found out; gives the failure of a look-up that
   * may succeed later.
   */
  const look = async (some: readonly Step[]): Promise<Failed | undefined> => {
    const looked = await adapter.findCreated(call, some.map(recordOf));
    if (looked.kind === 'failed') return asUnsent(looked);
    const open = looked.sightings.find((seen) => seen.kind === 'failed');
    if (isIndivisible && open) return asUnsent(open);
    const findings = weighSightings(looked.sightings, {
      knownOf: (place) => knownOf(some[place]?.at ?? 0),
      isIndivisible,
      // What this attempt has just made of another record with the same key is not what an earlier one made of this.
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

/** A look-up writes nothing. */
const asUnsent = (failed: Failed): Failed =>
  mapFaults(failed, (fault) => ({ ...notItself(fault), sent: 'notSent' }));

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
 * An all-or-none batch was written whole, so the remaining records were written too, under ids that are not known. They
 * are not sent again, not even those that are missing by now: somebody may have removed them.
 */
function endWhatWasMadeWith(steps: readonly Step[]): void {
  for (const step of steps) {
    if (step.outcome?.kind === 'written') continue;
    Object.assign(step, { inDoubt: false, outcome: madeWithoutId });
  }
}

/** The provider says that there is such a record, and when it was looked for there was none. */
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

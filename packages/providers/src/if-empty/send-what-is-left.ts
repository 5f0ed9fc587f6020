import {
  gatherNotes,
  type BatchOutcome,
  type Failed,
  type FieldNote,
  type PlannedRecord,
  type RecordOutcome,
} from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from '../adapter.ts';
import { heldBack, inRounds } from '../batch/in-rounds.ts';
import { failedBatch, settleTogether } from '../batch/settle-together.ts';
import { unsent } from '../verdict.ts';
import { leftToWrite, type Step } from './left-to-write.ts';
import { readCurrent, type Current } from './read-current.ts';

/** `kept`: fields that were not sent because they have a value. */
export type SentWrite = BatchOutcome & { kept: readonly FieldNote[] };

type Send = (records: readonly PlannedRecord[]) => Promise<BatchOutcome>;

/**
 * Reads the current fields and sends the rest (Contract §4.3, rule 5). A record without remaining fields is
 * done without a call. Updates of a repeated record follow each other if a later one needs the earlier. A
 * failed read fails the write; a refused field fails the records with it.
 */
export async function sendWhatIsLeft(
  adapter: ProviderAdapter,
  call: BatchCall,
  records: readonly PlannedRecord[],
  send: Send,
): Promise<SentWrite> {
  const asks = records.some(({ ifEmpty = [] }) => ifEmpty.length > 0);
  const current = asks ? await readCurrent(adapter, call, records) : nothingRead;
  if ('faults' in current) return { ...failedBatch(records.length, current.faults), kept: [] };
  const { recordKeyOf, batch } = adapter.declaration;
  const { steps, kept } = leftToWrite(records, current, recordKeyOf);
  const together = call.allOrNone && batch?.allOrNone.update === true;
  const isHopeless = together && steps.some(hasFailed);
  const isTimeOver = asks && !isHopeless && steps.some(isToSend) && call.mayCallAgain?.() === false;
  const sendOf = async (some: readonly Step[]): Promise<BatchOutcome> => {
    const left = isHopeless || isTimeOver ? [] : some.flatMap((step) => recordOf(step));
    const sent = left.length === 0 ? nothingSent : await send(left);
    return joined(some, sent, isTimeOver ? outOfTime : rolledBack);
  };
  const outcome = together
    ? asOne(await sendOf(steps))
    : steps.some(({ after }) => after !== undefined)
      ? await inRounds(placedBy(steps, records), call, recordKeyOf, inTurn(sendOf))
      : await sendOf(steps);
  const settled = kept.filter(({ record }) => outcome.records[record] !== heldBack);
  return { ...outcome, kept: gatherNotes(settled) };
}

type PlacedStep = { step: Step; at: number; id: string };
const placedBy = (steps: readonly Step[], records: readonly PlannedRecord[]): PlacedStep[] =>
  steps.map((step, at) => ({ step, at, id: records[at]?.id ?? '' }));

/** Holds a step back until the updates before it were made. */
function inTurn(sendOf: (steps: readonly Step[]) => Promise<BatchOutcome>) {
  const outcomes = new Map<number, RecordOutcome>();
  const isMade = (at: number): boolean => outcomes.get(at)?.kind === 'written';
  return async (round: readonly PlacedStep[]): Promise<BatchOutcome> => {
    const free = round.filter(({ step: { after = [] } }) => after.every(isMade));
    const sent = await sendOf(free.map(({ step }) => step));
    for (const [index, { at }] of free.entries()) outcomes.set(at, sent.records[index] ?? heldBack);
    return { records: round.map(({ at }) => outcomes.get(at) ?? heldBack), errors: sent.errors };
  };
}

const nothingRead: Current = { seen: [], refused: new Map() };
const nothingSent: BatchOutcome = { records: [], errors: [] };

const hasFailed = (step: Step): boolean => step.kind === 'ended' && step.outcome.kind === 'failed';
const isToSend = ({ kind }: Step): boolean => kind === 'send';
const recordOf = (step: Step): PlannedRecord[] => (step.kind === 'send' ? [step.record] : []);

function joined(steps: readonly Step[], sent: BatchOutcome, ofUnsent: Failed): BatchOutcome {
  const outcomes = sent.records.values();
  const records = steps.map((step) =>
    step.kind === 'ended' ? step.outcome : (outcomes.next().value ?? ofUnsent),
  );
  return { records, errors: sent.errors };
}

/** All or none includes records that needed no call. */
function asOne({ records, errors }: BatchOutcome): BatchOutcome {
  if (records.every(({ kind }) => kind === 'written')) return { records, errors };
  return settleTogether({
    records: records.map((one) => (one.kind === 'written' ? rolledBack : one)),
    errors,
  });
}

const rolledBack = unsent({
  kind: 'invalid',
  retryable: true,
  rolledBack: true,
  message: 'Not written, because another record of the all-or-none batch failed.',
});

const outOfTime = unsent({
  kind: 'timeout',
  retryable: true,
  message: 'No time was left to write after the record had been read.',
});

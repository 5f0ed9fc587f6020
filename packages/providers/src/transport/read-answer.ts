import type { Failed, Faults, ProviderDeclaration, RecordOutcome } from '@writ/write-core';
import type { ProviderAnswer } from './exchange.ts';
import { toFault, unsure } from '../verdict.ts';

type Answers = {
  declaration: ProviderDeclaration;
  isRefusal: (answer: ProviderAnswer) => boolean;
  readFaults: (answer: ProviderAnswer) => Faults;
};

/**
 * Turns a reader of successes into a reader of all answers. The given reader returns undefined if the answer
 * lacks required content.
 */
export const readerFor =
  ({ declaration, isRefusal, readFaults }: Answers) =>
  <Rest extends readonly unknown[], Outcome>(
    read: (answer: ProviderAnswer, ...rest: Rest) => Outcome | undefined,
  ) =>
  (answer: ProviderAnswer, ...rest: Rest): Outcome | Failed => {
    if (isRefusal(answer)) return { kind: 'failed', faults: readFaults(answer) };
    return read(answer, ...rest) ?? unreadableAnswer(declaration, answer);
  };

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Cut off, or sent by a proxy: the write may have been made. */
export function unreadableAnswer(
  { displayName }: ProviderDeclaration,
  { status }: { status: number },
): Failed {
  const message = `${displayName} answered ${status} with a body that can't be read.`;
  return {
    kind: 'failed',
    faults: [toFault(unsure('unknown'), { message, code: 'UNREADABLE_ANSWER', status })],
  };
}

export function locatedId(
  { headers: { location } }: ProviderAnswer,
  { recordIdPattern, displayName }: ProviderDeclaration,
): RecordOutcome | undefined {
  const recordId = location?.slice(location.lastIndexOf('/') + 1);
  if (recordId === undefined || !recordIdPattern.test(recordId)) return undefined;
  return { kind: 'written', recordId, warnings: [`${displayName} created the record but did not show it.`] };
}

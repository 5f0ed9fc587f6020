import type { Failed, Faults, ProviderDeclaration, RecordOutcome } from '@writ/write-core';
import type { ProviderAnswer } from './exchange.ts';
import { toFault, unsure } from '../verdict.ts';

/** How the answers of one provider are told apart, and what those that refuse say. */
type Answers = {
  declaration: ProviderDeclaration;
  isRefusal: (answer: ProviderAnswer) => boolean;
  readFaults: (answer: ProviderAnswer) => Faults;
};

/**
 * Makes readers of all answers of a provider, out of readers of a success: these are not given what refuses, and give
 * undefined where an answer does not show what it has to.
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

/**
 * The outcome of an answer that reports success and shows nothing: cut off, or of somebody on the way. The write may
 * have been made.
 */
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

/** What a create wrote, going by the `Location` header of an answer whose body shows nothing. */
export function locatedId(
  { headers: { location } }: ProviderAnswer,
  { recordIdPattern, displayName }: ProviderDeclaration,
): RecordOutcome | undefined {
  const recordId = location?.slice(location.lastIndexOf('/') + 1);
  if (recordId === undefined || !recordIdPattern.test(recordId)) return undefined;
  return { kind: 'written', recordId, warnings: [`${displayName} created the record but did not show it.`] };
}

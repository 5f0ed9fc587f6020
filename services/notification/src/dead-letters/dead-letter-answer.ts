import { deadLetterSchema, type DeadLetterAnswer, type DeadLetterWithPayload } from '@writ/contracts';
import type { DeadLetter, DeadLetterFacts } from '@writ/event-bus';
import { toldBy } from '@writ/service-parts';

/** Limits of an answer. */
const mostBytes = 256 * 1_024;
const mostHeaders = 100;
const mostCharacters = 1_000;

export const toAnswer = ({ message, kind, ...letter }: DeadLetterFacts): DeadLetterAnswer => ({
  ...toldBy(deadLetterSchema, { ...letter, ...message }),
  status: letter.replayTime === null ? 'waiting' : 'replayed',
  reasonKind: kind,
  reason: shortened(letter.reason),
  ...(message.key !== null && { key: shortened(message.key) }),
});

export const toAnswerWithPayload = (letter: DeadLetter): DeadLetterWithPayload => {
  const { headers, value } = letter.message;
  const told = Object.entries(headers).slice(0, mostHeaders);
  return {
    ...toAnswer({ ...letter, bytes: value.length }),
    headers: Object.fromEntries(told.map(([name, text]) => [shortened(name), shortened(text)])),
    payload: payloadOf(value),
  };
};

function payloadOf(value: Buffer): DeadLetterWithPayload['payload'] {
  const complete = value.length <= mostBytes;
  const shown = value.subarray(0, mostBytes);
  const text = utf8(shown, complete);
  return text === undefined
    ? { encoding: 'base64', content: shown.toString('base64'), complete }
    : { encoding: 'utf-8', content: text, complete };
}

/** Undefined if it isn't UTF-8. Drops half a character at the cut. */
function utf8(bytes: Buffer, complete: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !complete });
  } catch {
    return undefined;
  }
}

const shortened = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters).toWellFormed()}…` : text;

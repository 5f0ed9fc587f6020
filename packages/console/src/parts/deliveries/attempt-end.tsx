import type { DeliveryAttempt } from '@writ/sdk';
import { Code, type Standing } from '../facts/facts.tsx';
import { durationWords } from '../time/words.ts';
import { Facts, Said } from '../timeline/timeline.tsx';

/** Follows `Attempt 1`. */
export const attemptStandings: Readonly<Record<DeliveryAttempt['status'], Standing>> = {
  delivered: { tone: 'good', words: 'delivered' },
  failed: { tone: 'bad', words: 'failed' },
  unknown: { tone: 'off', words: 'was cut off' },
};

export function AttemptEnd({ attempt }: { attempt: DeliveryAttempt }) {
  const { attempt: number, httpStatus, durationMs, error, responseExcerpt } = attempt;
  return (
    <>
      <Facts>
        {httpStatus !== undefined && <span>answered {httpStatus}</span>}
        {durationMs !== undefined && <span>{durationWords(durationMs)}</span>}
      </Facts>
      {error !== undefined && <p>{error}</p>}
      {attempt.status === 'unknown' && (
        <p>The receiver may have got it. It knows a second one by the same id.</p>
      )}
      <Answer
        text={responseExcerpt}
        label={number === undefined ? 'answer' : `answer to attempt ${number}`}
      />
    </>
  );
}

const mostInLine = 300;

function Answer({ text = '', label }: { text: string | undefined; label: string }) {
  if (text === '') return null;
  return text.length <= mostInLine ? <Said>{text}</Said> : <Code label={label} value={text} />;
}

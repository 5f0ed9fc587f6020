import { replyBody } from '../../server/send-reply.ts';
import type { GivenAnswer } from '../../server/call.ts';
import { isProvider } from '../../provider-name.ts';
import { judgeAnswer, type AnswerOf, type SeenAnswer } from './answer-checker.ts';

type Received = { method: string; url: string; response: Response; text: string };

export type HeldAnswers = {
  /** An answer of a provider's double, seen where it is given: also what an official client receives is seen there. */
  given(answer: GivenAnswer): void;
  /** An answer as it was received: those of the control addresses are seen here. */
  received(answer: Received): void;
  /** Which of the declared answers were given so far. */
  seen(of: AnswerOf): ReadonlySet<string>;
  /** @throws Error with everything that was not as it is declared. */
  check(): void;
};

/** Holds the answers of a sandbox to their schemas. */
export function heldAnswers(): HeldAnswers {
  const faults: string[] = [];
  const seen = new Set<string>();
  const hold = (answer: SeenAnswer): void => {
    const judged = judgeAnswer(answer);
    faults.push(...judged.faults);
    if (judged.declared !== undefined) seen.add(`${answer.of} ${judged.declared}`);
  };
  return {
    given({ provider, method, path, reply }) {
      const names = Object.keys(reply.headers ?? {}).map((name) => name.toLowerCase());
      const body = reply.status === 204 ? '' : replyBody(reply);
      hold({ of: provider ?? 'front', method, path, status: reply.status, headers: names, body });
    },
    received({ method, url, response: { status, headers }, text }) {
      const path = new URL(url).pathname;
      // Whether a provider's answer is its own or a fault that a test has scripted is not seen from here.
      if (isProvider(path.split('/')[1])) return;
      hold({ of: 'control', method, path, status, headers: [...headers.keys()], body: text });
    },
    seen: (of) =>
      new Set([...seen].filter((name) => name.startsWith(`${of} `)).map((name) => name.slice(of.length + 1))),
    check() {
      if (faults.length > 0) throw new Error(`Answers that hold to no schema:\n${faults.join('\n')}`);
    },
  };
}

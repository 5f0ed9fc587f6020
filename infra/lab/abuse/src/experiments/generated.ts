import type { OpenApiDocument } from '@writ/docs';
import { assertMatchesOpenApi } from '@writ/test-kit';
import { closedLoop, noneOf, type Verdict } from '@writ/test-kit/laboratory';
import type { Answer } from '../ground/ask.ts';

const atOnce = 8;

type Generated<Case> = {
  cases: readonly Case[];
  document: OpenApiDocument;
  sent: (one: Case) => { method: string; path: string; about: string };
  send: (one: Case) => Promise<Answer>;
  /** Undefined if they are right. */
  wrongIssues: (one: Case, answer: Answer) => string | undefined;
};

/** No answer is a server error; each is described, and each issue is right. */
export async function judgeGenerated<Case extends { expected: { kind: string } }>(
  generated: Generated<Case>,
): Promise<Verdict[]> {
  const { cases, document, sent, send, wrongIssues } = generated;
  const [errors, undescribed, wrong]: [string[], string[], string[]] = [[], [], []];
  await closedLoop(cases.values(), atOnce, async (one) => {
    const answer = await send(one);
    const { status, type, text } = answer;
    const { method, path, about } = sent(one);
    const shown = (why: string): string =>
      `${why}; ${about.slice(0, 400)} was answered ${status} ${text.slice(0, 600)}`;
    if (status >= 500) errors.push(shown('an error of the server'));
    const body = answer.body ?? (text === '' ? undefined : text);
    try {
      assertMatchesOpenApi(document, { method, path, status, body, ...(body !== undefined && { type }) });
    } catch (error) {
      undescribed.push(shown(error instanceof Error ? error.message : String(error)));
    }
    const why = wrongIssues(one, answer);
    if (why !== undefined) wrong.push(shown(why));
  });
  const kinds = Map.groupBy(cases, ({ expected }) => expected.kind);
  const counts = [...kinds].map(([kind, own]) => `${own.length} ${kind}`).join(', ');
  return [
    noneOf('no answer is an error of the server', errors, counts),
    noneOf('every answer is described', undescribed, counts),
    noneOf('every faulty request gets its issues, and no others', wrong, counts),
  ];
}

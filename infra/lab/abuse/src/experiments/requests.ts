import fc from 'fast-check';
import { writePath } from '@writ/stack';
import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import type { Attack } from '../experiment.ts';
import { issuesOf, sendWrite, type Answer } from '../ground/ask.ts';
import { judgeGenerated } from './generated.ts';
import { requestCase, type RequestCase } from './requests/request-case.ts';

export async function attackWrites({ ground, n, seed, tell }: Attack): Promise<Verdict[]> {
  tell(`${n} generated requests.`);
  const refused: string[] = [];
  const cases = fc.sample(requestCase, { numRuns: n, seed });
  const verdicts = await judgeGenerated({
    cases,
    document: ground.document,
    sent: ({ provider, query, text }) => ({
      method: 'POST',
      path: writePath(ground.projects[provider]) + query,
      about: text.slice(0, 400) + query,
    }),
    send: async ({ provider, text, headers, query, expected }) => {
      const sending = { body: text, headers, query };
      const answer = await sendWrite(ground.gateways[0], ground.projects[provider], sending);
      // The provider may refuse valid requests.
      if (expected.kind === 'valid' && ![200, 422].includes(answer.status))
        refused.push(`${text.slice(0, 400)}: ${answer.status} ${answer.text.slice(0, 600)}`);
      return answer;
    },
    wrongIssues,
  });
  const valid = cases.filter(({ expected }) => expected.kind === 'valid').length;
  return [...verdicts, noneOf('every valid request is accepted', refused, `${valid} valid`)];
}

function wrongIssues({ expected }: RequestCase, { status, body }: Answer): string | undefined {
  if (expected.kind === 'valid') return undefined;
  if (expected.kind === 'wild' && status === 415) return undefined;
  if (status !== 400) return `${expected.kind === 'wild' ? 'a wild body' : expected.faults.join()} is no 400`;
  const issues = issuesOf(body);
  if (expected.kind === 'wild') return issues.size > 0 ? undefined : 'no issues';
  const [wanted, got] = [expected.issues, issues].map((names) => [...names].sort().join(', '));
  return wanted === got ? undefined : `${expected.faults.join()}: wanted ${wanted}, got ${got}`;
}

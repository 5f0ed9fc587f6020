import { assertMatchesOpenApi } from '@writ/test-kit';
import fc from 'fast-check';
import type { Attack, Experiment, Verdict } from '../experiment.ts';
import { pathTo } from '../ground/seed-project.ts';
import { sendWrite, type Answer } from '../ground/send-write.ts';
import { requestCase, type RequestCase } from './requests/request-case.ts';
import { issuesTold, nothingFound } from './findings.ts';

const atOnce = 8;

/** Generated requests, valid and not (Quality §2, A5, for the write host). */
export const requests: Experiment = {
  summary: 'A5: generated valid, faulty and wild requests',
  unit: 'requests',
  usualN: 10_000,
  gateways: 1,
  run: async (attack) => {
    const { n, seed, tell } = attack;
    tell(`${n} generated requests.`);
    const cases = fc.sample(requestCase, { numRuns: n, seed });
    const found: Findings = { serverFaults: [], undescribed: [], wrongIssues: [], refused: [] };
    const waiting = cases.values();
    const work = async (): Promise<void> => {
      for (const one of waiting) note(found, one, await send(attack, one), attack);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return verdictsOf(found, cases);
  },
};

type Findings = Record<'serverFaults' | 'undescribed' | 'wrongIssues' | 'refused', string[]>;

const send = ({ ground }: Attack, { provider, text, headers, query }: RequestCase): Promise<Answer> =>
  sendWrite(ground.gateways[0], ground.project, { provider, body: text, headers, query });

function note(found: Findings, one: RequestCase, answer: Answer, { ground }: Attack): void {
  const { status, body } = answer;
  const told = (why: string): string =>
    `${why}; ${one.text.slice(0, 400)}${one.query} was answered ${status} ${JSON.stringify(body).slice(0, 600)}`;
  if (status >= 500) found.serverFaults.push(told('a fault of the server'));
  try {
    const path = pathTo(ground.project, one.provider) + one.query;
    assertMatchesOpenApi(ground.document, { method: 'POST', path, status, body });
  } catch (error) {
    found.undescribed.push(told(error instanceof Error ? error.message : String(error)));
  }
  const wrong = wrongIssues(one, answer);
  if (wrong !== undefined) found.wrongIssues.push(told(wrong));
  // The provider may refuse what the contract allows.
  if (one.expected.kind === 'valid' && status !== 200 && status !== 422) found.refused.push(told('valid'));
}

function wrongIssues({ expected }: RequestCase, { status, body }: Answer): string | undefined {
  if (expected.kind === 'valid') return undefined;
  if (expected.kind === 'wild' && status === 415) return undefined;
  if (status !== 400) return `${expected.kind === 'wild' ? 'a wild body' : expected.faults.join()} is no 400`;
  const issues = issuesTold(body);
  if (expected.kind === 'wild') return issues.size > 0 ? undefined : 'no issues';
  const [wanted, told] = [expected.issues, issues].map((names) => [...names].sort().join(', '));
  return wanted === told ? undefined : `${expected.faults.join()}: wanted ${wanted}, told ${told}`;
}

function verdictsOf(found: Findings, cases: readonly RequestCase[]): Verdict[] {
  const count = (kind: RequestCase['expected']['kind']): number =>
    cases.filter(({ expected }) => expected.kind === kind).length;
  return [
    nothingFound('no answer is a fault of the server', found.serverFaults, `${cases.length} requests`),
    nothingFound(
      'every answer is one that the description promises',
      found.undescribed,
      `${cases.length} answers`,
    ),
    nothingFound(
      'every faulty request is told its issues, and no others',
      found.wrongIssues,
      `${count('faulty')} faulty, ${count('wild')} wild`,
    ),
    nothingFound('every valid request is taken', found.refused, `${count('valid')} valid`),
  ];
}

import fc from 'fast-check';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Attack } from '../experiment.ts';
import { ask, issuesOf, type Answer } from '../ground/ask.ts';
import type { Management } from '../ground/start-management.ts';
import { judgeGenerated } from './generated.ts';
import { managementCase, type ManagementCase } from './management/management-case.ts';
import { operationsOf } from './management/operations.ts';

export function attackManagement(
  { url, adminToken, document }: Management,
  { n, seed, tell }: Pick<Attack, 'n' | 'seed' | 'tell'>,
): Promise<Verdict[]> {
  const operations = operationsOf(document);
  tell(`${n} generated requests to ${operations.length} endpoints.`);
  return judgeGenerated({
    cases: fc.sample(managementCase(operations), { numRuns: n, seed }),
    document,
    sent: ({ operation: { method }, address, text = '' }) => ({
      method,
      path: `/v1${address}`,
      about: `${method} ${address} ${text}`,
    }),
    send: ({ operation, address, text }) =>
      ask(url + address, {
        method: operation.method,
        headers: { ...operation.headers, authorization: `Bearer ${adminToken}` },
        body: text,
      }),
    wrongIssues,
  });
}

function wrongIssues({ expected }: ManagementCase, { status, type, body }: Answer): string | undefined {
  // A page after a redirect accepts other parameters and shows errors in words.
  if (type === 'text/html') return status >= 400 || expected.kind === 'wild' ? undefined : 'is no refusal';
  const issues = issuesOf(body);
  if (expected.kind === 'wild') return status === 400 && issues.size === 0 ? 'no issues' : undefined;
  if (status !== 400) return `${expected.issues.join()} is no 400`;
  const [wanted, found] = [expected.issues, [...issues]].map((names) => names.toSorted().join(', '));
  return wanted === found ? undefined : `wanted ${wanted}, got ${found}`;
}

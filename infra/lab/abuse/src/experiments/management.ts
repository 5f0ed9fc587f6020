import { assertMatchesOpenApi } from '@writ/test-kit';
import fc from 'fast-check';
import { request } from 'undici';
import type { Attack, Experiment, Verdict } from '../experiment.ts';
import type { Management } from '../ground/start-management.ts';
import { managementCase, type ManagementCase } from './management/management-case.ts';
import { operationsOf } from './management/operations.ts';
import { issuesTold, nothingFound } from './findings.ts';

const atOnce = 8;

/** Requests to every endpoint of the management host, made from its description (Quality §2, A5). */
export const management: Experiment = {
  summary: 'A5: generated requests to every endpoint of the management host',
  unit: 'requests',
  usualN: 10_000,
  gateways: 1,
  run: async (attack: Attack) => {
    attack.tell('Starting the management host.');
    return attackManagement(await attack.ground.startManagement(), attack);
  },
};

/** The same against a host that runs already. */
export async function attackManagement(
  host: Management,
  { n, seed, tell }: Pick<Attack, 'n' | 'seed' | 'tell'>,
): Promise<Verdict[]> {
  const operations = operationsOf(host.document);
  tell(`${n} generated requests to ${operations.length} endpoints.`);
  const cases = fc.sample(managementCase(operations), { numRuns: n, seed });
  const found: Findings = { serverFaults: [], undescribed: [], missingIssues: [] };
  const waiting = cases.values();
  const work = async (): Promise<void> => {
    for (const one of waiting) note(found, one, await send(host, one), host);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return verdictsOf(found, cases);
}

type Findings = Record<'serverFaults' | 'undescribed' | 'missingIssues', string[]>;
type Answer = { status: number; type: string; body: unknown };

async function send({ url, adminToken }: Management, { operation, address, text }: ManagementCase) {
  const answer = await request(url + address, {
    method: operation.method as 'GET',
    headers: {
      ...operation.headers,
      authorization: `Bearer ${adminToken}`,
      ...(text !== undefined && { 'content-type': 'application/json' }),
    },
    ...(text !== undefined && { body: text }),
  });
  const given = await answer.body.text();
  const type = String(answer.headers['content-type']).split(';')[0] ?? '';
  const status = answer.statusCode;
  if (given === '') return { status, type, body: undefined };
  return { status, type, body: type.endsWith('json') ? (JSON.parse(given) as unknown) : given };
}

function note(found: Findings, one: ManagementCase, answer: Answer, { document }: Management): void {
  const { status, type, body } = answer;
  const { operation, address } = one;
  const told = (why: string): string =>
    `${why}; ${operation.method} ${address} ${(one.text ?? '').slice(0, 400)} was answered ${status} ${JSON.stringify(body ?? null).slice(0, 600)}`;
  if (status >= 500) found.serverFaults.push(told('a fault of the server'));
  try {
    assertMatchesOpenApi(document, {
      method: operation.method,
      path: `/v1${address}`,
      status,
      body,
      ...(body !== undefined && { type }),
    });
  } catch (error) {
    found.undescribed.push(told(error instanceof Error ? error.message : String(error)));
  }
  const missing = missingIssues(one, answer);
  if (missing !== undefined) found.missingIssues.push(told(missing));
}

function missingIssues({ expected }: ManagementCase, { status, type, body }: Answer): string | undefined {
  // A page that people are sent back to takes what providers add to its address, and tells a fault in words.
  if (type === 'text/html') return status >= 400 || expected.kind === 'wild' ? undefined : 'is no refusal';
  const told = issuesTold(body);
  if (expected.kind === 'wild') return status === 400 && told.size === 0 ? 'no issues' : undefined;
  if (status !== 400) return `${expected.issues.join()} is no 400`;
  const [wanted, found] = [expected.issues, [...told]].map((names) => names.toSorted().join(', '));
  return wanted === found ? undefined : `wanted ${wanted}, told ${found}`;
}

function verdictsOf(found: Findings, cases: readonly ManagementCase[]): Verdict[] {
  const faulty = cases.filter(({ expected }) => expected.kind === 'faulty').length;
  return [
    nothingFound('no answer is a fault of the server', found.serverFaults, `${cases.length} requests`),
    nothingFound(
      'every answer is one that the description promises',
      found.undescribed,
      `${cases.length} answers`,
    ),
    nothingFound(
      'every faulty request is told its issues, and no others',
      found.missingIssues,
      `${faulty} faulty, ${cases.length - faulty} wild`,
    ),
  ];
}

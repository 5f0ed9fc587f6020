import fc from 'fast-check';
import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import type { Attack, Experiment } from '../experiment.ts';
import { issuesOf, sendWrite, type Answer } from '../ground/ask.ts';
import { groupRef } from '../ground/seed-project.ts';

const forbiddenNames = [
  'Accept',
  'accept-encoding',
  'AUTHORIZATION',
  'cookie',
  'Host',
  'connection',
  'keep-alive',
  'TE',
  'trailer',
  'Transfer-Encoding',
  'upgrade',
  'content-length',
  'Content-Type',
  'content-encoding',
  'User-Agent',
  'expect',
  'Forwarded',
  'X-Forwarded-For',
  'x-forwarded-host',
  'via',
  'Proxy-Authorization',
  'proxy-connection',
] as const;

type Injection = { key: string; value: string; at: 'key' | 'value' };
const marker = 'writ-injected';
const lineEnds = ['\r\n', '\n', '\r', '\0', '\u000b', '\u2028', '\u0085'] as const;
/** Characters outside tokens (RFC 9110), and ways to smuggle a second header after the name. */
const inName = [' ', ':', '\t', '(', '"', '/', '{', '\u00e9', ...lineEnds] as const;

const forbidden: fc.Arbitrary<Injection> = fc.constantFrom(...forbiddenNames).chain((name) =>
  fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }).map((upper) => ({
    key: Array.from(name, (c, at) => (upper[at] ? c.toUpperCase() : c.toLowerCase())).join(''),
    value: marker,
    at: 'key' as const,
  })),
);
const badName: fc.Arbitrary<Injection> = fc
  .record({
    before: fc.stringMatching(/^[a-z-]{0,8}$/),
    bad: fc.constantFrom(...inName),
    after: fc.stringMatching(/^[a-z]{0,8}$/),
  })
  .map(({ before, bad, after }) => ({ key: `${before}${bad}${after}`, value: marker, at: 'key' }));
const badValue: fc.Arbitrary<Injection> = fc
  .record({
    end: fc.constantFrom('\r\n', '\n', '\r', '\0', '\u000b', '\u2028'),
    smuggled: fc.constantFrom('Host: evil', 'Authorization: Bearer x', 'Transfer-Encoding: chunked', ''),
  })
  .map(({ end, smuggled }) => ({ key: `x-${marker}`, value: `${marker}${end}${smuggled}`, at: 'value' }));

export const headers: Experiment = {
  summary: 'A6: forwarded headers that would be headers of the call itself',
  unit: 'requests',
  usualN: 2_000,
  run: async (attack) => {
    const { ground, n, seed, tell } = attack;
    tell(`${n} requests with forwarded headers that must not be.`);
    const injections = fc.sample(fc.oneof(forbidden, badName, badValue), { numRuns: n, seed });
    const wrong: string[] = [];
    for (const injection of injections) {
      const answer = await inject(attack, injection);
      if (!isRefused(answer, injection)) wrong.push(`${JSON.stringify(injection)}: ${answer.status}`);
    }
    const calls = await writesTo(ground);
    const shown = JSON.stringify(calls.map((call) => call.headers));
    return [
      noneOf('each is refused with an issue on its name or value', wrong, `${n} × 400`),
      {
        what: 'the provider never sees one',
        holds: calls.length === 0 && !shown.includes(marker),
        detail: `${calls.length} calls`,
      },
      await goesThrough(attack),
    ];
  },
};

/** Connecting an account also reads it. */
const writesTo = async ({ sandbox, projects }: Attack['ground']) =>
  (await sandbox.journal(projects.salesforce.account)).filter(({ method }) => method === 'POST');

const inject = ({ ground }: Attack, { key, value }: Injection): Promise<Answer> =>
  sendWrite(ground.gateways[0], ground.projects.salesforce, {
    body: { groupRef, type: 'create', record: { LastName: 'a' }, headers: [{ key, value }] },
  });

const isRefused = ({ status, body }: Answer, { at }: Injection): boolean =>
  status === 400 && issuesOf(body).has(`body /headers/0/${at}`);

/** Fails a host that refuses everything. */
async function goesThrough(attack: Attack): Promise<Verdict> {
  const { status } = await inject(attack, { key: 'Sforce-Auto-Assign', value: 'FALSE', at: 'key' });
  const [call] = await writesTo(attack.ground);
  const seen = call?.headers['sforce-auto-assign'] === 'FALSE' && call.headers['host'] !== marker;
  return {
    what: 'a header that may be forwarded arrives',
    holds: status === 200 && seen,
    detail: `${status}`,
  };
}

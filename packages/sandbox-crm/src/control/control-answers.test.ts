import { expect, test } from '@jest/globals';
import { declaredAnswers, judgeAnswer } from '../testing/answers/answer-checker.ts';
import { heldAnswers } from '../testing/answers/held-answers.ts';
import { givenContact } from '../testing/records.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';

test('every answer that the control addresses are declared to give is given, and holds to its schema', async () => {
  await using sandbox = await startTestSandbox();
  const { plain } = sandbox;
  const control = (method: string, path: string, body?: unknown) => plain(method, `/_sandbox/${path}`, body);
  await givenContact(sandbox, { email: 'a@x.example' });
  for (const path of ['/livez', '/readyz', '/nowhere']) await plain('GET', path);
  for (const path of ['journal', 'journal?since=spring']) await control('GET', path);
  for (const type of ['contacts', 'unicorns']) await control('GET', `records/hubspot/acme/${type}`);
  await control('POST', 'faults', { provider: 'hubspot', then: 'reset' });
  await control('POST', 'faults', {});
  await control('GET', 'faults');
  await control('DELETE', 'faults');
  await control('PUT', 'settings/hubspot/acme', { latencyMs: 0 });
  await control('PUT', 'settings/hubspot/acme', { unicorn: 1 });
  await control('PUT', 'settings/zoho/acme', {});
  await control('POST', 'reset');
  const seen = sandbox.answers.seen('control');
  expect(declaredAnswers('control').filter((name) => !seen.has(name))).toEqual([]);
});

test('what reaches no address is answered as it is declared', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.plain('GET', '/hubspot/%zz');
  await sandbox.hubspot('POST', '/crm/v3/objects/contacts', 'x'.repeat(10 * 1024 * 1024 + 1));
  const seen = sandbox.answers.seen('front');
  expect(declaredAnswers('front').filter((name) => !seen.has(name))).toEqual([]);
});

test('an answer that is not declared, or not as it is declared, is told', () => {
  const seen = { of: 'hubspot', method: 'GET', path: '/account-info/v3/details', headers: [] } as const;
  const faultsOf = (status: number, body: string) => judgeAnswer({ ...seen, status, body }).faults;
  expect(faultsOf(200, '{}').join()).toMatch(/lacks the header x-hubspot-correlation-id.*portalId/);
  expect(faultsOf(200, '<html>').join()).toContain('must be object');
  expect(faultsOf(503, '')).toEqual([expect.stringContaining('this status is not declared')]);
  expect(judgeAnswer({ ...seen, method: 'DELETE', status: 204, body: 'x' }).faults).toHaveLength(1);
});

test('a test fails at its end when an answer that it received was not as it is declared', () => {
  const held = heldAnswers();
  held.check();
  held.given({
    provider: 'hubspot',
    method: 'GET',
    path: '/crm/v3/objects/contacts',
    reply: { status: 418 },
  });
  expect(() => held.check()).toThrow(/GET \/crm\/v3\/objects\/contacts.*418: this status is not declared/);
});

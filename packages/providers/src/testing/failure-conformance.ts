import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { ProviderFault } from '@writ/write-core';
import type { CallEnd, Pace } from '../pace.ts';
import { conformanceKit, page, type ConformanceSubject } from './conformance-kit.ts';

/** Tokens, quotas and everything that goes wrong on the way. */
export function testFailures(subject: ConformanceSubject): void {
  const { name } = subject;
  const { batchTest, fresh, call, failure } = conformanceKit(subject);

  test(`${name}: a token tells its account, and a bad one that it is bad`, async () => {
    const identity = await subject.adapter().identify(call());
    expect(identity).toMatchObject({ kind: 'identified', account: expect.stringMatching(/.+/) });
    const bad = call({ connection: { ...subject.connection(), accessToken: 'no-such-token-at-all' } });
    const outcome = await subject.adapter().create(bad, { fields: fresh() });
    expect(outcome).toEqual(failure({ kind: 'unauthorized', retryable: true, sent: 'rejected' }));
    expect(JSON.stringify(outcome)).not.toContain('no-such-token-at-all');
  });

  test(`${name}: a refreshed token opens the account, and a dead one is told from an outage`, async () => {
    const request = { ...call(), clientId: 'id', clientSecret: 'secret' };
    const refreshed = await subject
      .adapter()
      .refreshToken({ ...request, refreshToken: subject.refreshToken });
    const accessToken = refreshed.kind === 'granted' ? refreshed.accessToken : '';
    const opened = await subject
      .adapter()
      .identify(call({ connection: { ...subject.connection(), accessToken } }));
    expect(opened.kind).toBe('identified');
    const dead = await subject.adapter().refreshToken({ ...request, refreshToken: 'revoked' });
    expect(dead).toMatchObject({
      kind: 'failed',
      dead: true,
      fault: { kind: 'unauthorized', retryable: false },
    });
    subject.strike('reset');
    const down = await subject.adapter().refreshToken({ ...request, refreshToken: 'x' });
    expect(down).toMatchObject({ kind: 'failed', dead: false, fault: { retryable: true } });
  });

  test(`${name}: a revoked token is refused, a second revocation succeeds, and an outage is reported`, async () => {
    const adapter = subject.adapter();
    const request = {
      ...call(),
      clientId: 'id',
      clientSecret: 'secret',
      refreshToken: subject.revocableToken,
    };
    subject.strike('reset');
    const down = await adapter.revokeToken(request);
    expect(down).toMatchObject({ kind: 'failed', dead: false, fault: { retryable: true } });
    expect((await adapter.refreshToken(request)).kind).toBe('granted');
    for (const time of ['first', 'again'])
      expect([time, await adapter.revokeToken(request)]).toEqual([time, { kind: 'revoked' }]);
    expect(await adapter.refreshToken(request)).toMatchObject({ kind: 'failed', dead: true });
  });

  test(`${name}: whom a person lets in gets tokens of their account for the code, once and with the verifier`, async () => {
    const adapter = subject.adapter();
    const app = { clientId: 'an-app', redirectUri: 'http://127.0.0.1/back' };
    const scopes = adapter.access.oauth.explicitScopesRequired ? ['oauth'] : [];
    const codeVerifier = 'a-verifier-of-at-least-forty-three-characters';
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const codeRequest = async () => {
      const address = adapter.authorizationAddress({ ...app, scopes, state: 'a state', codeChallenge });
      const { searchParams } = await subject.letIn(address);
      expect(searchParams.get('state')).toBe('a state');
      const code = searchParams.get('code') ?? '';
      return { ...call(), ...app, clientSecret: 'secret', code, codeVerifier };
    };
    const request = await codeRequest();
    const granted = await adapter.exchangeCode(request);
    const { accessToken, account, refreshToken } = granted as Extract<typeof granted, { kind: 'granted' }>;
    expect(refreshToken).toBeTruthy();
    const connection = { ...subject.connection(), accessToken };
    expect(await adapter.identify(call({ connection }))).toEqual({ kind: 'identified', account });
    const again = await adapter.exchangeCode(request);
    expect(again).toMatchObject({ kind: 'failed', dead: true, fault: { retryable: false } });
    const otherVerifier = await adapter.exchangeCode({ ...(await codeRequest()), codeVerifier: 'other' });
    expect(otherVerifier).toMatchObject({ kind: 'failed', dead: true });
    const elsewhere = await adapter.exchangeCode({
      ...(await codeRequest()),
      redirectUri: 'http://127.0.0.1/',
    });
    expect(elsewhere).toMatchObject({ kind: 'failed', dead: false, fault: { retryable: false } });
  });

  test(`${name}: no message of a refused code repeats it, or the secrets beside it`, async () => {
    const secrets = { code: 'the-code', codeVerifier: 'the-verifier', clientSecret: 'the-secret' };
    const said = `Neither the-code nor the-verifier nor the-secret fits.`;
    subject.strike({ status: 400, body: { error: 'invalid_grant', error_description: said, message: said } });
    const refused = await subject
      .adapter()
      .exchangeCode({ ...call(), ...secrets, clientId: 'an-app', redirectUri: 'http://127.0.0.1/back' });
    expect(refused).toMatchObject({ kind: 'failed', dead: true });
    expect(JSON.stringify(refused)).not.toMatch(/the-code|the-verifier|the-secret/);
  });

  test.each([
    ['a connection that breaks', 'reset', { kind: 'unavailable', sent: 'unknown' }],
    [
      'a connection that breaks after the write',
      'commit-then-reset',
      { kind: 'unavailable', sent: 'unknown' },
    ],
    ['an answer that never comes', 'hang', { kind: 'timeout', sent: 'unknown' }],
    [
      'a page of the edge',
      { status: 502, body: '<html>Bad gateway</html>' },
      { kind: 'unavailable', sent: 'unknown' },
    ],
    ['no answer behind the edge', { status: 504, body: '' }, { kind: 'timeout', sent: 'unknown' }],
    [
      'an overload in the words of the provider',
      { status: 503, body: { errorCode: 'SERVER_UNAVAILABLE', message: 'Too busy' } },
      { kind: 'unavailable', sent: 'unknown' },
    ],
    ['a page that forbids', { status: 403, body: page }, { kind: 'unknown', sent: 'unknown' }],
    [
      'a throttle',
      subject.throttle,
      { kind: 'rate-limited', sent: 'rejected', ourWaitMs: expect.any(Number) },
    ],
  ] as const)(`${name}: %s is told as a fault that may pass`, async (_name, trouble, fault) => {
    // What goes over an open connection is sent before any timer can end.
    await subject.adapter().create(call(), { fields: fresh() });
    subject.cause(trouble);
    const limits = trouble === 'hang' ? { timeoutMs: 100 } : {};
    const outcome = await subject.adapter().create(call(limits), { fields: fresh() });
    expect(outcome).toEqual(failure({ ...fault, retryable: true }));
    expect(JSON.stringify(outcome)).not.toMatch(/html/i);
  });

  batchTest.each([true, false])(
    `${name}: of a batch that a server error answers every record may be written, all or none: %s`,
    async (allOrNone) => {
      subject.cause({ status: 503, body: page, commit: true });
      const records = [fresh(), fresh()];
      const sent = await subject.adapter().createMany(
        call({ allOrNone }),
        records.map((fields) => ({ fields })),
      );
      expect(records.every((fields) => subject.holds(fields))).toBe(true);
      const unknown = failure({ kind: 'unavailable', sent: 'unknown', retryable: true });
      expect(sent.records).toEqual([unknown, unknown]);
    },
  );

  test(`${name}: an answer that is cut off never hides that the record may be written`, async () => {
    subject.cause('truncate');
    const fields = fresh();
    const outcome = await subject.adapter().create(call(), { fields });
    expect(subject.holds(fields)).toBe(true);
    if (outcome.kind === 'failed') expect(outcome).toEqual(failure({ sent: 'unknown', retryable: true }));
    else expect(outcome.warnings).toHaveLength(1);
  });

  test(`${name}: a provider out of reach was sent nothing`, async () => {
    const connection = { ...subject.connection(), baseUrl: 'http://127.0.0.1:1' };
    const outcome = await subject.outOfReach().create(call({ connection }), { fields: fresh() });
    expect(outcome).toEqual(failure({ kind: 'unavailable', sent: 'notSent', retryable: true }));
  });

  test(`${name}: the answers tell how much of the quota is left`, async () => {
    const ends: CallEnd[] = [];
    const pace = followed(ends);
    await subject.adapter().create(call({ pace }), { fields: fresh() });
    const counted = { limit: expect.any(Number), remaining: expect.any(Number) };
    const usages = ends.map(({ usage }) => usage?.window ?? usage?.daily);
    expect(usages).toEqual([expect.objectContaining(counted)]);
  });

  test(`${name}: every request waits for its turn and tells what came of it, and without a turn none is sent`, async () => {
    const ends: CallEnd[] = [];
    const pace = followed(ends);
    await subject.adapter().create(call({ pace, readBack: false }), { fields: subject.badFields });
    expect(ends).toMatchObject([{ answered: true, faults: [{ kind: 'invalid' }], recordFaults: [] }]);
    const fields = fresh();
    const fault: ProviderFault = {
      kind: 'rate-limited',
      sent: 'notSent',
      retryable: true,
      message: 'Later.',
    };
    const stopped: Pace = { begin: () => Promise.resolve({ kind: 'stop', fault }) };
    expect(await subject.adapter().create(call({ pace: stopped }), { fields })).toEqual(
      failure({ ...fault }),
    );
    expect(subject.holds(fields)).toBe(false);
  });

  batchTest(`${name}: a batch tells the faults of its records, and not of itself`, async () => {
    const ends: CallEnd[] = [];
    const records = [{ fields: fresh() }, { fields: subject.badFields }];
    await subject.adapter().createMany(call({ pace: followed(ends) }), records);
    expect(ends).toMatchObject([{ answered: true, faults: [], recordFaults: [{ kind: 'invalid' }] }]);
  });
}

/** A pace that lets everything through and notes what came of it. */
const followed = (ends: CallEnd[]): Pace => ({
  begin: () => Promise.resolve({ kind: 'go', ended: (end) => void ends.push(end) }),
});

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startReceiver, type Receiver } from '@writ/test-kit';
import type { CallSeen } from '../call-seen.ts';
import { readFaults as readHubspotFaults } from '../hubspot/failures/failures.ts';
import { readTokenAnswer } from '../hubspot/token.ts';
import type { CallEnd, Pace } from '../pace.ts';
import { readFaults as readSalesforceFaults } from '../salesforce/failures/failures.ts';
import { refreshGrant } from '../token-grant.ts';
import { createExchange, type ProviderAnswer, type ReadOutcome } from './exchange.ts';
import { createTransport, type Transport } from './transport.ts';

let transport: Transport;
let provider: Receiver;
beforeEach(async () => {
  transport = createTransport({ connectionsPerOrigin: 1 });
  provider = await startReceiver();
});
afterEach(async () => {
  await transport.close();
  await provider.close();
});

const limits = () => ({ timeoutMs: 10_000, signal: new AbortController().signal });

test.each([[200], [207], [400]])(
  'an answer that repeats the token loses it, whatever its status: %i',
  async (status) => {
    const accessToken = 'CNz-secret_1';
    const header = 'x-correlation';
    const body = JSON.stringify({ errors: [{ message: `The token ${accessToken} is bad` }] });
    provider.answerNext({ status, headers: { [header]: `of-${accessToken}` }, body });
    const deps = { transport, baseUrl: provider.url, readUsage: () => undefined };
    const seen: CallSeen[] = [];
    const read = await createExchange({ ...deps, correlationHeader: header })(
      { ...limits(), connection: { provider: 'p', accessToken }, onCall: (call) => void seen.push(call) },
      { method: 'POST', path: '/batch', json: {} },
      ({ text, json }) => ({ kind: 'read', text, json }),
    );
    expect(read).toEqual({
      kind: 'read',
      text: body.replace(accessToken, '[token]'),
      json: { errors: [{ message: 'The token [token] is bad' }] },
    });
    expect(seen).toEqual([{ endpoint: 'POST /batch', status, correlationId: 'of-[token]' }]);
  },
);

const endsOf = async (read: (answer: ProviderAnswer) => ReadOutcome): Promise<CallEnd[]> => {
  const ends: CallEnd[] = [];
  const pace: Pace = {
    begin: () => Promise.resolve({ kind: 'go', ended: (end) => void ends.push(end) }),
  };
  const deps = { transport, baseUrl: provider.url, readUsage: () => undefined };
  const call = { ...limits(), connection: { provider: 'p', accessToken: 't' }, pace };
  await createExchange(deps)(call, { method: 'POST', path: '/' }, read).catch(() => undefined);
  return ends;
};

test.each([
  ['HubSpot', readHubspotFaults],
  ['Salesforce', readSalesforceFaults],
])('an answer of %s that asks twice to wait is read like any other', async (_name, readFaults) => {
  provider.answerNext({ status: 429, headers: { 'retry-after': ['5', '30'] } });
  const ends = await endsOf((answer) => ({ kind: 'failed', faults: readFaults(answer) }));
  expect(ends).toMatchObject([{ answered: true, faults: [{ kind: 'rate-limited', retryAfterMs: 30_000 }] }]);
});

test('a call whose answer cannot be read at all ends all the same', async () => {
  const ends = await endsOf(() => {
    throw new Error('a fault of ours');
  });
  expect(ends).toEqual([{ answered: false, faults: [], recordFaults: [] }]);
});

test('a refresh token that is granted once more is kept as it is', async () => {
  const granted = { access_token: 'next', refresh_token: 'CNz-refresh', expires_in: 1_800 };
  provider.answerNext({ status: 200, body: JSON.stringify(granted) });
  const deps = { transport, tokenUrl: `${provider.url}/token`, read: readTokenAnswer };
  const client = { clientId: 'c', clientSecret: 'next' };
  expect(await refreshGrant(deps, { ...limits(), ...client, refreshToken: 'CNz-refresh' })).toMatchObject({
    kind: 'granted',
    accessToken: 'next',
    refreshToken: 'CNz-refresh',
  });
});

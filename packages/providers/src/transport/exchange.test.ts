import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startReceiver, type Receiver } from '@writ/test-kit';
import type { CallSeen } from '../call-seen.ts';
import { readTokenAnswer } from '../hubspot/token.ts';
import { refreshGrant } from '../token-grant.ts';
import { createExchange } from './exchange.ts';
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

const userAgent = 'writ-test';
const limits = () => ({ timeoutMs: 10_000, signal: new AbortController().signal });

test.each([[200], [207], [400]])(
  'an answer that repeats the token loses it, whatever its status: %i',
  async (status) => {
    const accessToken = 'CNz-secret_1';
    const header = 'x-correlation';
    const body = JSON.stringify({ errors: [{ message: `The token ${accessToken} is bad` }] });
    provider.answerNext({ status, headers: { [header]: `of-${accessToken}` }, body });
    const deps = { transport, userAgent, baseUrl: provider.url, readUsage: () => undefined };
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

test('a refresh token that is granted once more is kept as it is', async () => {
  const granted = { access_token: 'next', refresh_token: 'CNz-refresh', expires_in: 1_800 };
  provider.answerNext({ status: 200, body: JSON.stringify(granted) });
  const deps = { transport, userAgent, tokenUrl: `${provider.url}/token`, read: readTokenAnswer };
  const client = { clientId: 'c', clientSecret: 'next' };
  expect(await refreshGrant(deps, { ...limits(), ...client, refreshToken: 'CNz-refresh' })).toMatchObject({
    kind: 'granted',
    accessToken: 'next',
    refreshToken: 'CNz-refresh',
  });
});

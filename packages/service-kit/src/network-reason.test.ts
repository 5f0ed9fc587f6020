import { expect, test } from '@jest/globals';
import { networkReason } from './network-reason.ts';

const coded = (code: string, options?: ErrorOptions) =>
  Object.assign(new Error(`${code} 0A00010B:SSL routines`, options), { code });

test.each([
  ['ECONNREFUSED', 'ECONNREFUSED', 'refused'],
  ['EPIPE', 'ECONNRESET', 'broke'],
  ['UND_ERR_SOCKET', 'ECONNRESET', 'broke'],
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'no connection in time'],
  ['HPE_INVALID_CONSTANT', 'NOT_HTTP', 'not HTTP'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS_HANDSHAKE_FAILED', 'encrypted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_FOR_ANOTHER_NAME', 'another name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'not trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not trusted'],
])('%s is shown as %s, in words', (code, shown, words) => {
  expect(networkReason(coded(code))).toEqual({ code: shown, words: expect.stringContaining(words) });
});

test('a proxy that refuses is named with its status', () => {
  const refused = Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), {
    code: 'UND_ERR_ABORTED',
  });
  expect(networkReason(refused)).toEqual({
    words: 'the proxy refused the connection with status 407',
    code: 'PROXY_REFUSED',
  });
});

test('the reason may be a cause, or the first of several addresses', () => {
  const broke = coded('ECONNRESET');
  expect(networkReason(new TypeError('fetch failed', { cause: broke }))?.code).toBe('ECONNRESET');
  expect(networkReason(new AggregateError([coded('EHOSTUNREACH'), broke]))?.code).toBe('EHOSTUNREACH');
});

test.each([coded('ERR_ASSERTION'), coded('UND_ERR_INVALID_ARG'), new Error('x'), undefined, 'x'])(
  'an error of the process itself (%s) has no words for users',
  (error) => {
    expect(networkReason(error)).toBeUndefined();
  },
);

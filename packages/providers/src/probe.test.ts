import { expect, test } from '@jest/globals';
import { probe } from './probe.ts';
import { answerOf } from './testing/answer-of.ts';
import { readIdentityAnswer } from './salesforce/read.ts';

const call = { connection: { provider: 'salesforce', accessToken: 'a' }, timeoutMs: 1 };

test.each([
  ['identified', 'whose they are', 200, { organization_id: '00D000000000001AAA' }],
  ['refused', 'that they end', 401, ''],
  ['refused', 'that the account is elsewhere, which new ones tell', 301, ''],
  ['unanswered', 'that it is away', 503, ''],
  ['untold', 'that it may not tell', 403, 'Wrong_Org'],
  ['unanswered', 'nothing, but a proxy a page', 403, '<html></html>'],
  ['unanswered', 'nothing, but something else that there is no such page', 404, { message: 'no' }],
  ['unanswered', 'half of it', 200, '{"organiz'],
])('credentials are %s where the provider says %s', async (kind, _, status, body) => {
  const identify = () => Promise.resolve(readIdentityAnswer(answerOf(status, body)));
  const said = await probe({ identify }, { ...call, signal: new AbortController().signal });
  expect(said.kind).toBe(kind);
});

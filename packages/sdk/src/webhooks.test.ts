import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WritSignatureError } from './index.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = JSON.stringify({
  notificationType: 'write.async.done',
  id: 'e1',
  data: { success: true, errors: ['ä'] },
});
const at = new Date('2026-11-21T10:00:00Z');
const headers = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(at.getTime() / 1000),
  'webhook-signature': `v1,${'A'.repeat(43)}= v2,x ${new Webhook(secret).sign('msg_1', at, body)}`,
};
const verify = (change: { body?: string; headers?: object; secrets?: string | string[]; now?: number }) =>
  verifyWebhook(
    change.body ?? body,
    { ...headers, ...change.headers },
    change.secrets ?? secret,
    change.now ?? at.getTime(),
  );

test('what a live secret signed is read, and typed by its notificationType', async () => {
  const event = await verify({ secrets: [other, secret] });
  expect(event.notificationType === 'write.async.done' && event.data.success).toBe(true);
  expect(
    await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), secret, at.getTime()),
  ).toEqual(event);
  const capitals = {
    'Webhook-Id': headers['webhook-id'],
    'Webhook-Timestamp': headers['webhook-timestamp'],
    'Webhook-Signature': [headers['webhook-signature']],
  };
  expect(await verifyWebhook(body, capitals, secret, at.getTime())).toEqual(event);
});

test.each([
  ['another secret', { secrets: other }],
  ['another body', { body: body.replace('true', 'false') }],
  ['another id', { headers: { 'webhook-id': 'msg_2' } }],
  ['no signature', { headers: { 'webhook-signature': undefined } }],
  ['a signature that is none', { headers: { 'webhook-signature': 'v1,% v1a,x' } }],
  ['a time that is none', { headers: { 'webhook-timestamp': 'soon' } }],
  ['an old one', { now: at.getTime() + 301_000 }],
  ['one of the future', { now: at.getTime() - 301_000 }],
])('%s is refused', async (_, change) => {
  await expect(verify(change)).rejects.toBeInstanceOf(WritSignatureError);
});

import { afterEach, expect, test } from '@jest/globals';
import { eventTypes } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { manualClock } from '@writ/test-kit';
import { eventBody } from '../../ingest/store-events.ts';
import { sampleEventData } from '../../ingest/sample-event-data.ts';
import { createAddressRules } from '../../outbound/address-rules.ts';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import { guardedSockets } from '../../outbound/guarded-sockets.ts';
import { startSlack } from '../../testing/start-slack.ts';
import { slack } from './declaration.ts';
import { eventMessage } from './message.ts';
import { escaped } from './mrkdwn.ts';
import { prepareSlack, slackRequest } from './send.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const managementUrl = 'https://writ.test/v1';
const consoleUrl = 'https://writ.test/console';
const rules = createAddressRules({ allowHttp: true, allowCidrs: ['127.0.0.1'] });
const time = '2026-01-01T00:00:00Z';
const ofWrite = {
  projectId: 'p',
  provider: 'hubspot',
  integrationId: 'i',
  integrationName: 'crm',
  installationId: 'n',
  groupRef: 'acme',
  groupName: 'Acme',
  consumerRef: 'ann',
  objectName: 'contacts',
  operationId: 'o/1',
  success: false,
  succeeded: 117,
  failed: 3,
  successfulRecordIds: [],
  errors: ['Email is wrong', 'Email is wrong', 'No such owner', 'd', 'e', 'f', 'g'],
};
const write = (data: object = {}) => ({
  notificationType: 'write.async.done',
  id: '1',
  time,
  data: { ...ofWrite, ...data },
});

async function startChannel(template?: string) {
  const slack = closing.add(await startSlack(), (s) => s.close());
  const agent = closing.add(createGuardedAgent(rules), (a) => a.destroy());
  const metadata = { url: `${slack.url}/services/T/B/secret`, ...(template !== undefined && { template }) };
  const send = prepareSlack(
    { metadata, signingKeys: [] },
    { agent, openSocket: guardedSockets(rules), clock: manualClock(), managementUrl, consoleUrl },
  );
  return {
    slack,
    send: (body: object, mayBegin?: () => boolean) =>
      send({ id: '1', body: JSON.stringify(body) }, new AbortController().signal, mayBegin),
  };
}

test('a write that failed in part says who, what, how many, why, when and where', async () => {
  const { slack, send } = await startChannel();
  expect(await send(write())).toMatchObject({ delivered: true, httpStatus: 200 });
  expect(slack.received[0]).toMatchObject({ method: 'POST', path: '/services/T/B/secret' });
  const verbatim = { type: 'mrkdwn', verbatim: true };
  expect(slack.received[0]?.json()).toEqual({
    text: '⚠️ Write of contacts: 3 of 120 failed (Acme (acme))',
    blocks: [
      { type: 'section', text: { ...verbatim, text: '*⚠️ Write of contacts: 3 of 120 failed*' } },
      {
        type: 'section',
        fields: [
          '*Group*\nAcme (acme)',
          '*Consumer*\nann',
          '*Provider*\nhubspot',
          '*Integration*\ncrm (i)',
          '*Object*\ncontacts',
        ].map((text) => ({ ...verbatim, text })),
      },
      {
        type: 'section',
        text: {
          ...verbatim,
          text: '• Email is wrong\n• Email is wrong\n• No such owner\n• d\n• e\n… and 2 more',
        },
      },
      {
        type: 'context',
        elements: [
          `<!date^1767225600^{date_short_pretty}, {time_secs}|${time}>`,
          '<https://writ.test/console/projects/p/operations/o%2F1|Open the operation>',
        ].map((text) => ({ ...verbatim, text })),
      },
    ],
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  });
});

test.each([
  [{ success: true, succeeded: 2, failed: 0 }, 'Write of contacts: 2 of 2 succeeded'],
  [
    { succeeded: undefined, failed: undefined, successfulRecordIds: ['1'], errors: ['x'] },
    '⚠️ Write of contacts: 1 of 2 failed',
  ],
  [{ succeeded: 0, failed: 0 }, '⚠️ Write of contacts failed'],
])('a write with %j is told as %s', (data, title) => {
  const event = JSON.parse(JSON.stringify(write(data))) as Parameters<typeof eventMessage>[0];
  expect(eventMessage(event, consoleUrl).text).toBe(`${title} (Acme (acme))`);
});

test.each([
  ['destination.webhook.disabled', { destinationId: 'd' }, 'destinations/d|Open the destination'],
  [
    'installation.updated',
    { installationId: 'n&1' },
    "events?installationId=n%261|Open the installation's events",
  ],
  ['connection.error', { connectionId: 'c' }, 'events?eventType=connection.error|Open such events'],
])('%s leads to where the console tells more of it', (notificationType, data, place) => {
  const event = { notificationType, id: '1', time, data: { projectId: 'p', ...data } };
  const said = JSON.stringify(eventMessage(event, consoleUrl));
  expect(said).toContain(`"<${consoleUrl}/projects/p/${place}>"`);
  expect(JSON.stringify(eventMessage(event, undefined))).not.toContain('Open');
});

test.each(eventTypes)('%s is told, however long and whatever its texts are', async (type) => {
  const hostile = '<!channel> @here <https://evil.test|click> & \n*'.repeat(2_000);
  const sample = sampleEventData(type, 'p');
  const data = Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, typeof value === 'string' ? hostile : value]),
  );
  for (const given of [sample, { ...data, errors: Array.from({ length: 50 }, () => hostile) }]) {
    const { slack, send } = await startChannel();
    const body = JSON.parse(eventBody({ type, id: '1', time, data: given })) as object;
    expect(await send(body)).toMatchObject({ delivered: true });
    expect(JSON.stringify(slack.received[0]?.json())).not.toMatch(/<!channel|<https:\/\/evil|undefined/);
  }
});

test('a template is filled in with texts that can mention nobody, and says more than nothing', async () => {
  const told = await startChannel('<!here> {{data.groupName}} lost {{data.failed}}');
  await told.send(write({ groupName: '<!channel> & co' }));
  expect(told.slack.posted).toEqual(['<!here> &lt;!channel&gt; &amp; co lost 3']);
  const empty = await startChannel(' {{data.nothing}}');
  expect(await empty.send(write())).toMatchObject({ delivered: true });
});

test.each([undefined, 'In {{data.groupRef}}'])(
  'a delivery shows what is posted by the template %s',
  async (template) => {
    const { slack, send } = await startChannel(template);
    await send(write());
    const outgoing = { id: '1', body: JSON.stringify(write()) };
    const shown = slackRequest({ url: '[hidden]', ...(template !== undefined && { template }) }, outgoing, {
      managementUrl,
      consoleUrl,
    });
    const [sent] = slack.received;
    expect({ method: sent?.method, body: String(sent?.rawBody), headers: sent?.headers }).toMatchObject(
      shown,
    );
    expect(shown.url).toBeUndefined();
  },
);

test('a message that may not be posted any more when it has a connection is not', async () => {
  const { slack, send } = await startChannel();
  expect(await send(write(), () => false)).toMatchObject({ delivered: false });
  expect(slack.received).toEqual([]);
});

test.each([
  [{ status: 410, body: 'channel_is_archived' }, /410 `channel_is_archived`: the channel is archived/, true],
  [{ status: 404, body: 'no_service' }, /404 `no_service`: the webhook was removed/, true],
  [{ status: 404, body: 'channel_not_found' }, /404 `channel_not_found`/, undefined],
  [{ status: 400, body: 'invalid_payload' }, /400 `invalid_payload`/, undefined],
  [{ status: 502, body: '<html>' }, /^Slack answered 502\.$/, undefined],
])('the answer %j is told in words', async (...[answer, error, gone]) => {
  const { slack, send } = await startChannel();
  slack.answerNext(answer);
  const outcome = await send(write());
  expect(outcome).toMatchObject({ delivered: false, httpStatus: answer.status, excerpt: answer.body });
  expect([outcome.error, outcome.gone]).toEqual([expect.stringMatching(error), gone]);
});

test('too many messages are told with the wait that Slack asks for', async () => {
  const { slack, send } = await startChannel();
  slack.answerNext({ status: 429, headers: { 'retry-after': '1' }, body: 'rate_limited' });
  expect(await send(write())).toMatchObject({ delivered: false, httpStatus: 429, retryAfterMs: 1_000 });
});

test('no answer, and an address that may not be sent to, are outcomes that do not show the webhook', async () => {
  const { slack, send } = await startChannel();
  slack.answerNext('reset');
  const outcomes = [await send(write())];
  const agent = closing.add(
    createGuardedAgent(createAddressRules({ allowHttp: true, allowCidrs: [] })),
    (a) => a.destroy(),
  );
  const metadata = { url: `${slack.url}/services/T/B/secret` };
  const guarded = prepareSlack(
    { metadata, signingKeys: [] },
    { agent, openSocket: guardedSockets(rules), clock: manualClock(), managementUrl, consoleUrl },
  );
  outcomes.push(await guarded({ id: '1', body: JSON.stringify(write()) }, new AbortController().signal));
  expect(outcomes).toEqual([
    expect.objectContaining({ delivered: false, error: expect.any(String) }),
    expect.objectContaining({ delivered: false, error: expect.stringContaining('not a public address') }),
  ]);
  expect(JSON.stringify(outcomes)).not.toContain('secret');
  expect(slack.received).toHaveLength(1);
});

test('faults of the metadata never show the webhook', async () => {
  const closed = createAddressRules({ allowHttp: false, allowCidrs: [] });
  const faults = [
    ...(await slack.check({ url: 'http://10.0.0.1/services/secret' }, closed)),
    ...slack.rules({ url: 'secret', template: 'a {{secret}}' }),
  ];
  expect(faults).toEqual([
    { pointer: '/url', detail: expect.stringContaining('https://') },
    { pointer: '/url', detail: expect.stringContaining('absolute URL') },
    { pointer: '/template', detail: expect.stringContaining('At character 3') },
  ]);
  expect(JSON.stringify(faults)).not.toContain('secret');
});

test('what is cut is not cut within a character or an entity', () => {
  expect(escaped('a<b', 7)).toBe('a&lt;b');
  expect(escaped('a<b', 5)).toBe('a…');
  expect(escaped('😀😀', 4)).toBe('😀…');
});

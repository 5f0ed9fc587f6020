import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { Fault, invalidInput, notFound, Refusal } from '@writ/problems';
import { createAppLogger, createClosing, createHealth, createMetrics } from '@writ/service-kit';
import { request } from 'undici';
import { createHttpApp, endpoint, listen, ok, type HttpAppOptions } from '../index.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const project = { id: '01900000-0000-7000-8000-000000000001', name: 'demo' };
const holderOf = (key: string) =>
  key.startsWith('writ_')
    ? {
        kind: 'apiKey' as const,
        keyId: key,
        project,
        scopes: new Set(
          key === 'writ_reader' ? (['operations:read'] as const) : (['write:records'] as const),
        ),
      }
    : undefined;

const path = '/projects/:projectIdOrName/things/:thing';
const common = {
  method: 'post',
  summary: 'Make a thing',
  access: { scope: 'write:records' },
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string' }, group: { type: 'string' } },
  },
  bodyLimitBytes: 100_000,
  answers: { 200: {} },
} as const;

/** Of its state everything is at fault that the name of the thing says. */
const look = (thing: string) =>
  Promise.resolve({
    conflict: thing.includes('taken')
      ? new Fault('name-taken', [{ in: 'body', name: '/name', detail: 'Taken.' }])
      : undefined,
    rule: thing.includes('broken')
      ? invalidInput([{ in: 'body', name: '/group', detail: 'No.' }])
      : undefined,
    permit: thing.includes('closed')
      ? new Fault('object-not-writable', [{ in: 'path', name: 'thing', detail: 'Closed.' }])
      : undefined,
    thing: thing.includes('missing') ? notFound('path', 'thing', thing, 'Missing.') : thing,
  });

/** One host that looks a credential up alone, and one that does so together with what the body names. */
async function start(isTogether: boolean) {
  const seen: string[] = [];
  const plain = endpoint({
    ...common,
    path,
    look: ({ params }) => look(params.thing),
    act: (found) => {
      seen.push('act');
      return found.thing === 'gone'
        ? Promise.reject(new Refusal('in-use'))
        : Promise.resolve(ok(found.thing));
    },
  });
  const together = endpoint({
    ...common,
    path,
    lookUpByCredential: async ({ credential: { kind, text: key }, readBody }) => {
      const found = kind === 'jwt' || key.startsWith('no form') ? 'nothing' : await readBody();
      seen.push(`looked up for ${JSON.stringify(found)}`);
      return { holder: holderOf(key), found };
    },
    look: ({ params }) => look(params.thing),
    act: (_, request) => Promise.resolve(ok({ byCredential: request.byCredential })),
  });
  const rateLimit: Required<HttpAppOptions>['rateLimit'] = {
    takeForGroup: () => Promise.resolve(),
    recall: ({ text }) =>
      text === 'writ_recalled'
        ? { keyId: text, projectId: project.id, refusal: new Refusal('rate-limited') }
        : undefined,
    take: (caller) =>
      caller.kind === 'apiKey' && caller.keyId === 'writ_busy'
        ? Promise.reject(new Refusal('rate-limited'))
        : Promise.resolve(),
  };
  const app = createHttpApp({
    endpoints: [isTogether ? together : plain],
    authentication: {
      findHolder: ({ text }) => Promise.resolve(holderOf(text)),
      findProject: () => Promise.resolve(project),
      adminToken: 'admin-token',
    },
    problems: { catalogueUrl: 'http://docs.test/problems' },
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
    health: createHealth({ checkTimeoutMs: 1_000 }),
    metrics: createMetrics({ service: 'test', defaults: false }),
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    isUnavailable: () => false,
    isContentFault: () => false,
    rateLimit,
  });
  const { url, port } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (l) => l.close());
  const post = async (sent: Sent) => {
    const answer = await request(`${url}/v1/projects/${sent.project}/things/${sent.thing}${sent.query}`, {
      method: 'POST',
      headers: { 'X-Api-Key': sent.key, 'Content-Type': sent.type },
      body: sent.body,
    });
    const body = (await answer.body.json()) as { type?: string; issues?: { in: string; name: string }[] };
    return { status: answer.statusCode, kind: body.type?.split('/').at(-1), body };
  };
  return { post, port, seen };
}

type Sent = { key: string; project: string; thing: string; query: string; type: string; body: string };

/** Everything is wrong with the first request; each row mends what the one before was refused for. */
const rows: [mended: Partial<Sent>, status: number, kind: string | undefined, issues?: string[]][] = [
  [{}, 401, 'not-authenticated'],
  [{ key: 'writ_recalled' }, 429, 'rate-limited'],
  [{ key: 'writ_busy' }, 429, 'rate-limited'],
  [{ key: 'writ_reader' }, 404, 'not-found', ['path projectIdOrName']],
  [{ project: 'demo' }, 403, 'scope-missing'],
  [{ key: 'writ_good' }, 415, 'unsupported-media-type'],
  [{ type: 'application/json' }, 413, 'body-too-large'],
  [{ body: '{' }, 400, 'malformed-body', ['body ', 'query size']],
  [{ body: '{"nmae":1}' }, 400, 'invalid-input', ['body /name', 'body /nmae', 'query size']],
  [{ query: '' }, 400, 'invalid-input', ['body /name', 'body /nmae']],
  [{ body: '{"name":"x"}' }, 404, 'not-found', ['body /group', 'body /name', 'path thing', 'path thing']],
  [{ thing: 'closed-broken-taken' }, 403, 'object-not-writable', ['body /group', 'body /name', 'path thing']],
  [{ thing: 'broken-taken' }, 400, 'invalid-input', ['body /group', 'body /name']],
  [{ thing: 'taken' }, 409, 'name-taken', ['body /name']],
  [{ thing: 'thing' }, 200, undefined],
];
const worst: Sent = {
  key: 'nobody',
  project: 'other',
  thing: 'missing-closed-broken-taken',
  query: '?size=3',
  type: 'text/plain',
  body: 'x'.repeat(100_001),
};
const inTurn = rows.map(
  ([, ...expected], at) =>
    [Object.assign({}, worst, ...rows.slice(0, at + 1).map(([mended]) => mended)), ...expected] as [
      Sent,
      number,
      string | undefined,
      string[]?,
    ],
);

test.each([false, true])(
  'a request is judged in one order; looked up together with its key: %s',
  async (isTogether) => {
    const { post } = await start(isTogether);
    for (const [sent, status, kind, issues] of inTurn) {
      const answer = await post(sent);
      expect([answer.status, answer.kind]).toEqual([status, kind]);
      expect(answer.body.issues?.map((issue) => `${issue.in} ${issue.name}`).toSorted()).toEqual(issues);
    }
  },
);

test('what has changed since the look is refused by the act, and nothing is acted on where the look found faults', async () => {
  const { post, seen } = await start(false);
  const right = inTurn.at(-1)?.[0] as Sent;
  expect(await post({ ...right, thing: 'gone' })).toMatchObject({ status: 409, kind: 'in-use' });
  await post({ ...right, thing: 'taken' });
  expect(seen).toEqual(['act']);
});

test('a small body is read for what the key is looked up with, whatever is wrong with it, unless the key was refused just now', async () => {
  const { post, seen } = await start(true);
  const right = inTurn.at(-1)?.[0] as Sent;
  expect((await post(right)).body).toEqual({ byCredential: { name: 'x' } });
  await post({ ...right, body: '{' });
  await post({ ...right, type: 'text/plain' });
  await post({ ...right, body: JSON.stringify({ name: 'x'.repeat(64 * 1024) }) });
  await post({ ...right, key: 'writ_recalled' });
  expect(seen).toEqual(['{"name":"x"}', undefined, undefined].map((body) => `looked up for ${body}`));
});

/** The statuses that a host answers to a head whose body never comes. */
async function answersToHead(port: number, head: readonly string[]): Promise<number[]> {
  const socket = connect(port, '127.0.0.1');
  const lines = ['POST /v1/projects/demo/things/x HTTP/1.1', 'Host: x', 'Connection: close', ...head, '', ''];
  socket.write(lines.join('\r\n'));
  const heads = (await text(socket)).split('\r\n').filter((line) => line.startsWith('HTTP/1.1'));
  return heads.map((line) => Number(line.split(' ')[1]));
}

const small = ['Content-Type: application/json', 'Content-Length: 9'];
test.each([
  ['no credential', small, 401],
  ['two credentials', ['X-Api-Key: writ_good', 'Authorization: Bearer admin-token', ...small], 401],
  ['a credential of another scheme', ['Authorization: Basic YTpi', ...small], 401],
  ['a bearer who is nobody', ['Authorization: Bearer nobody', ...small], 401],
  ['a key of no form', ['X-Api-Key: no form', ...small], 401],
  ['a large body of nobody', ['X-Api-Key: nobody', 'Content-Length: 65537'], 401],
  ['a body in chunks of nobody', ['X-Api-Key: nobody', 'Transfer-Encoding: chunked'], 401],
  [
    'a body of nobody that waits to be asked for',
    ['X-Api-Key: nobody', 'Expect: 100-continue', ...small],
    401,
  ],
  ['a large body of a caller over the rate', ['X-Api-Key: writ_busy', 'Content-Length: 65537'], 429],
  ['a body in chunks of a caller over the rate', ['X-Api-Key: writ_busy', 'Transfer-Encoding: chunked'], 429],
])('nobody waits for the body of %s', async (_, head, status) => {
  const { port } = await start(true);
  expect(await answersToHead(port, head)).toEqual([status]);
});

test.each([
  ['of the right size', 'Content-Length: 12', ['HTTP/1.1 100', 'HTTP/1.1 200']],
  ['that is too large', 'Content-Length: 100001', ['HTTP/1.1 413']],
])('a body %s is asked for once its caller is known and it may be read', async (_, length, expected) => {
  const { port } = await start(true);
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const head = ['X-Api-Key: writ_good', 'Expect: 100-continue', 'Content-Type: application/json', length];
  socket.write(['POST /v1/projects/demo/things/x HTTP/1.1', 'Host: x', ...head, '', ''].join('\r\n'));
  let answers = '';
  for await (const text of socket as AsyncIterable<string>) {
    answers += text;
    if (answers === 'HTTP/1.1 100 Continue\r\n\r\n') socket.end('{"name":"x"}');
  }
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(expected);
});

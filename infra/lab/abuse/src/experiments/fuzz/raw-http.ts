import { connect } from 'node:net';
import fc from 'fast-check';
import { closedLoop, noneOf, type Verdict } from '@writ/test-kit/laboratory';
import type { Attack } from '../../experiment.ts';
import type { Management } from '../../ground/start-management.ts';

const crlf = '\r\n';
const head = (...lines: string[]): string => [...lines, '', ''].join(crlf);
const chunked = (...lines: string[]): string =>
  head('POST /v1/projects/demo/topics HTTP/1.1', 'Host: a', ...lines);

/** Requests that proxies and servers have parsed differently, and others that no client sends. */
const requests: readonly string[] = [
  head('GET / HTTP/1.1'),
  head('GET / HTTP/1.1', 'Host: a', 'Host: b'),
  head('GET / HTTP/1.0'),
  head('GET / HTTP/0.9'),
  head('GET / HTTP/2.0', 'Host: a'),
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  head('get / HTTP/1.1', 'Host: a'),
  head('BREW / HTTP/1.1', 'Host: a'),
  head('TRACE / HTTP/1.1', 'Host: a'),
  head('CONNECT a:443 HTTP/1.1', 'Host: a'),
  head('OPTIONS * HTTP/1.1', 'Host: a'),
  head('GET http://elsewhere/v1/projects HTTP/1.1', 'Host: a'),
  head('GET //v1//projects HTTP/1.1', 'Host: a'),
  head('GET /v1/projects/../../etc/passwd HTTP/1.1', 'Host: a'),
  head('GET /v1/projects/%zz HTTP/1.1', 'Host: a'),
  head('GET /v1/projects/%ff HTTP/1.1', 'Host: a'),
  head('GET /v1/projects?%zz=%ff HTTP/1.1', 'Host: a'),
  head(`GET /${'a'.repeat(15_000)} HTTP/1.1`, 'Host: a'),
  head(`GET /?${'a&'.repeat(7_000)} HTTP/1.1`, 'Host: a'),
  head('GET / HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`),
  head('GET / HTTP/1.1', 'Host: a', 'X : space before the colon'),
  head('GET / HTTP/1.1', 'Host: a', 'X: folded', ' line'),
  head('GET / HTTP/1.1', 'Host: a', 'X: nul\0byte'),
  head('GET / HTTP/1.1', 'Host: a', 'no colon'),
  head('GET / HTTP/1.1', 'Host: a', 'Expect: wonders'),
  head('GET / HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: h2c'),
  head('GET / HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket'),
  'GET / HTTP/1.1\nHost: a\n\n',
  `${crlf}${crlf}${head('GET / HTTP/1.1', 'Host: a')}`,
  'hello',
  '\0\x01\x02\xff\xfe',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  chunked('Content-Length: -1'),
  chunked('Content-Length: 1e1'),
  chunked('Content-Length: 99999999999999999999'),
  `${chunked('Content-Length: 2', 'Content-Length: 3')}{}`,
  `${chunked('Content-Length: 2, 2')}{}`,
  `${chunked('Transfer-Encoding: chunked', 'Content-Length: 2')}0\r\n\r\n`,
  `${chunked('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`,
  `${chunked('Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
  `${chunked('Transfer-Encoding: xchunked')}0\r\n\r\n`,
  `${chunked('Transfer-Encoding: chunked')}zz\r\n\r\n`,
  `${chunked('Transfer-Encoding: chunked')}ffffffffffffffff\r\n`,
  `${chunked('Transfer-Encoding: chunked')}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  `${chunked('Transfer-Encoding: chunked')}0\r\nHost: b\r\n\r\n`,
  head('GET /livez HTTP/1.1', 'Host: a').repeat(100),
];

const faultless = chunked('Content-Type: application/json', 'X-Api-Key: x', 'Content-Length: 2') + '{}';

const changed: fc.Arbitrary<string> = fc
  .array(
    fc.record({
      at: fc.nat(faultless.length - 1),
      drop: fc.nat(3),
      add: fc.string({ unit: 'binary-ascii', maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((changes) =>
    changes.reduce((text, { at, drop, add }) => text.slice(0, at) + add + text.slice(at + drop), faultless),
  );

const atOnce = 16;
/** The sender has closed its half, so the host waits for nothing. */
const waitMs = 5_000;
const limitMs = 60_000;

/** Faulty HTTP: each request is refused immediately, as a problem or by closing, and the hosts continue. */
export async function rawHttp(
  host: Management,
  { n, seed, tell }: Pick<Attack, 'n' | 'seed' | 'tell'>,
): Promise<Verdict[]> {
  const cases = [...requests, ...fc.sample(changed, { numRuns: n, seed })];
  tell(`${cases.length} raw requests to each host.`);
  const wrong: string[] = [];
  const tookMs: number[] = [];
  for (const base of [host.url, host.writeUrl]) {
    await closedLoop(cases.values(), atOnce, async (sent) => {
      const startedAtMs = performance.now();
      const why = whyWrong(await exchange(new URL(base), sent));
      tookMs.push(performance.now() - startedAtMs);
      if (why !== undefined) wrong.push(`${JSON.stringify(sent.slice(0, 300))}: ${why}`);
    });
  }
  const alive = await Promise.all([host.url, host.writeUrl].map((base) => fetch(new URL('/livez', base))));
  return [
    noneOf('raw requests are refused as problems, or closed', wrong, `${cases.length} to each host`),
    {
      what: 'the hosts wait for nothing more',
      holds: Math.max(...tookMs) < waitMs,
      detail: `${Math.round(Math.max(...tookMs))} ms at most`,
      timed: true,
    },
    {
      what: 'both hosts go on',
      holds: alive.every(({ ok }) => ok),
      detail: alive.map(({ status }) => status).join(),
    },
  ];
}

type Exchange = { text: string; isOver: boolean };

function exchange({ hostname, port }: URL, sent: string): Promise<Exchange> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const end = (isOver: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: Buffer.concat(parts).toString('latin1'), isOver });
    };
    const timer = setTimeout(() => end(false), limitMs);
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('close', () => end(true));
    socket.on('end', () => end(true));
    // The host may have closed before all was sent.
    socket.on('error', () => undefined);
    socket.end(Buffer.from(sent, 'latin1'));
  });
}

function whyWrong({ text, isOver }: Exchange): string | undefined {
  if (!isOver) return `nothing for ${limitMs} ms`;
  const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((answer) => answer !== '');
  for (const answer of answers) {
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
    if (status < 200 || (status >= 500 && status !== 501)) return answer.slice(0, 300);
    if (status >= 400 && !/content-type: application\/problem\+json/i.test(answer))
      return answer.slice(0, 300);
  }
  return undefined;
}

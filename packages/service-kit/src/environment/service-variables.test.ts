import { expect, test } from '@jest/globals';
import { readEnvironment } from './environment.ts';
import { secretsOf, serviceVariables } from './service-variables.ts';
import { tracingVariables } from './tracing-variables.ts';
import { secretHider } from '../log/redact.ts';

const { ADMIN_TOKEN, CORS_ORIGINS, DATABASE_URL, PUBLIC_MANAGEMENT_URL, PUBLIC_WRITE_URL, REDIS_URL } =
  serviceVariables;
const read = (given: string | undefined) => readEnvironment({ CORS_ORIGINS }, { CORS_ORIGINS: given });

test('origins are scheme, host and port alone; none are known unless they are named', () => {
  expect(read(undefined)).toEqual({ CORS_ORIGINS: [] });
  const origins = ['https://app.example.com', 'http://localhost:3000', 'http://[::1]:8080'];
  expect(read(origins.join(' , '))).toEqual({ CORS_ORIGINS: origins });
});

test('every origin that a browser would never send is told at once', () => {
  const wrong = [
    '*',
    'null',
    'app.example.com',
    'https://app.example.com/',
    'https://APP.example.com',
    'https://app.example.com:443',
    'ftp://example.com',
    'https://*.example.com',
  ];
  expect(() => read(['https://fine.example.com', ...wrong].join(','))).toThrow(
    `CORS_ORIGINS: ${wrong.join(', ')} is no origin (scheme, host and, if need be, port alone). `,
  );
});

test('a token of administrators that could be guessed, or that no header carries, is refused and not told', () => {
  const readToken = (given: string) => readEnvironment({ ADMIN_TOKEN }, { ADMIN_TOKEN: given }).ADMIN_TOKEN;
  expect(readToken('sixteen-printed!')).toBe('sixteen-printed!');
  for (const wrong of ['a', 'fifteen-letters', 'of words with spaces', ' '.repeat(20), 'sechzehn-zeichenä'])
    expect(() => readToken(wrong)).toThrow(
      /^(?!.*(?:fifteen|words|sechzehn)).*ADMIN_TOKEN: is no token of at least 16 printable characters without spaces/s,
    );
});

test('the secrets of an environment are tokens, keys and passwords, but for what is too short to be told from a word', () => {
  const key = Buffer.alloc(32);
  const environment = {
    ADMIN_TOKEN: 'token-of-administrators',
    DATABASE_URL: 'postgresql://writ:writ@db.test/writ',
    REDIS_URL: 'redis://:long-password%40redis@redis.test',
    HTTPS_PROXY: 'http://writ:password-of-proxy@proxy.test:3128',
    KAFKA_SASL_PASSWORD: 'password-of-kafka',
    ENCRYPTION_KEYS: { keys: new Map([['k1', key]]) },
  };
  expect(secretsOf(environment)).toEqual([
    'token-of-administrators',
    'long-password@redis',
    'password-of-proxy',
    'password-of-kafka',
    key.toString('base64').slice(0, -1),
  ]);
  expect(secretsOf({ ADMIN_TOKEN: undefined, REDIS_URL: undefined })).toEqual([]);
});

test.each([
  ['with what it may leave as it is', 'c2VjcmV0cGFzc3dvcmQ=='],
  ['with what stands for itself', 'of-hundred-80%-good'],
  ['in other letters', 'geheim-wie-öl-und-🔑'],
])('a password that an address holds %s is hidden in either way of writing', (_, password) => {
  const written = password.replaceAll('-', '%2D');
  for (const inAddress of [password, written]) {
    const secrets = secretsOf({ DATABASE_URL: `postgresql://writ:${inAddress}@db.test/writ` });
    expect(secrets).toEqual([password]);
    const hideSecrets = secretHider(secrets);
    const told = [password, written, encodeURIComponent(password)].map(hideSecrets);
    expect(told).toEqual(['[redacted]', '[redacted]', '[redacted]']);
  }
});

test('a public address ends in /v1, and is told without a slash behind it', () => {
  const readAddress = (given: string) =>
    readEnvironment({ PUBLIC_MANAGEMENT_URL }, { PUBLIC_MANAGEMENT_URL: given }).PUBLIC_MANAGEMENT_URL;
  const right = ['https://writ.example.com/v1', 'http://[::1]:8080/writ/v1'];
  expect(right.map(readAddress)).toEqual(right);
  expect(right.map((address) => readAddress(`${address}/`))).toEqual(right);
  for (const wrong of ['', '/', '/v2', '/v1//', '/v1/projects', '/?at=/v1', '/v1#', '/v1 '])
    expect(() => readAddress(`https://writ.example.com${wrong}`)).toThrow(
      'PUBLIC_MANAGEMENT_URL: does not end in /v1. Address of the management host as callers see it',
    );
  expect(() => readAddress('https://v1')).toThrow('does not end in /v1');
  expect(() => readAddress('writ.example.com/v1')).toThrow('is not a URL that starts with http://');
  expect(() =>
    readEnvironment({ PUBLIC_WRITE_URL }, { PUBLIC_WRITE_URL: 'https://writ.example.com' }),
  ).toThrow('PUBLIC_WRITE_URL: does not end in /v1');
});

test('an address to listen at is that of a machine or its name, without scheme and port', () => {
  const { LISTEN_HOST, METRICS_HOST } = serviceVariables;
  const readHosts = (given: string) =>
    readEnvironment({ LISTEN_HOST, METRICS_HOST }, { LISTEN_HOST: given, METRICS_HOST: given });
  for (const right of ['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'node-1.internal', 'a_b'])
    expect(readHosts(right)).toEqual({ LISTEN_HOST: right, METRICS_HOST: right });
  for (const wrong of ['http://0.0.0.0', '0.0.0.0:8080', '[::1]', '256.0.0.1', '0.0.0', 'two words', '*'])
    expect(() => readHosts(wrong)).toThrow(
      `LISTEN_HOST: "${wrong}" is no address or name of a machine. Address that servers bind to; 0.0.0.0 inside a container.\n  METRICS_HOST: "${wrong}" is no `,
    );
});

test('a user or password that the client of a server could not decode is a fault, and is not shown', () => {
  const faults = (given: { DATABASE_URL: string; REDIS_URL: string }) => () =>
    readEnvironment({ DATABASE_URL, REDIS_URL }, given);
  const wrong = { DATABASE_URL: 'postgresql://u:a%ff@db.test/writ', REDIS_URL: 'redis://:a%zz@redis.test' };
  expect(faults(wrong)).toThrow(/DATABASE_URL: has a user or a password with a %[^]*REDIS_URL: has a user/);
  expect(faults(wrong)).not.toThrow(/a%zz|a%ff/);
  // The client of Postgres takes the first one as it stands.
  const right = { DATABASE_URL: 'postgresql://u:a%zz@db.test/writ', REDIS_URL: 'redis://:a%25zz@redis.test' };
  expect(faults(right)()).toEqual(right);
});

test('the address of a collector holds no secret and no path of its own; its headers can be sent', () => {
  const read = (endpoint: string, headers: string) =>
    readEnvironment(tracingVariables, {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: headers,
    });
  expect(read('http://collector:4318/', 'a=x%20y, b=z')).toEqual({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: [
      ['a', 'x y'],
      ['b', 'z'],
    ],
    OTEL_TRACES_SAMPLER_ARG: 1,
  });
  for (const wrong of ['http://u:secret@c:1', 'http://c:1?key=secret', 'http://c:1/v1/traces'])
    expect(() => read(wrong, 'a=b')).toThrow(
      /^(?!.*secret).*OTEL_EXPORTER_OTLP_ENDPOINT: has a user, a query/s,
    );
  for (const wrong of ['a', 'a=x%0d%0ay', '=b', 'a=%ff'])
    expect(() => read('http://c:1', wrong)).toThrow('OTEL_EXPORTER_OTLP_HEADERS: is no list of name=value');
});

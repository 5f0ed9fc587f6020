import { expect, test } from '@jest/globals';
import { readEnvironment } from './environment.ts';
import { serviceVariables } from './service-variables.ts';

const { CORS_ORIGINS, PUBLIC_MANAGEMENT_URL, PUBLIC_WRITE_URL } = serviceVariables;
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

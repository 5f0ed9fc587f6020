import { expect, test } from '@jest/globals';
import { readEnvironment } from './environment.ts';
import { serviceVariables } from './service-variables.ts';

const { CORS_ORIGINS } = serviceVariables;
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

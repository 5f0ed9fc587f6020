import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

test('it listens on 127.0.0.1:8082 unless told otherwise', () => {
  expect(readConfig({})).toEqual({
    ok: true,
    config: { port: 8082, host: '127.0.0.1', publicUrl: undefined },
  });
  const environment = {
    SANDBOX_PORT: '0',
    SANDBOX_HOST: '0.0.0.0',
    SANDBOX_PUBLIC_URL: 'http://crm.example/',
  };
  expect(readConfig(environment)).toEqual({
    ok: true,
    config: { port: 0, host: '0.0.0.0', publicUrl: 'http://crm.example' },
  });
});

test('every wrong variable is named', () => {
  const read = readConfig({ SANDBOX_PORT: '99999', SANDBOX_PUBLIC_URL: 'nonsense' });
  expect(read).toMatchObject({
    ok: false,
    problems: [/SANDBOX_PORT/, /SANDBOX_PUBLIC_URL/].map((name) => expect.stringMatching(name)),
  });
});

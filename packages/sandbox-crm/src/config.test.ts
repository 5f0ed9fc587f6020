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

test.each(['1e1', '0x50', '+80', ' 80', '', '080', '65536'])('%j is no port', (SANDBOX_PORT) => {
  expect(readConfig({ SANDBOX_PORT })).toMatchObject({ ok: false });
});

test('every wrong variable is named', () => {
  const read = readConfig({ SANDBOX_PORT: '99999', SANDBOX_PUBLIC_URL: 'nonsense' });
  expect(read).toMatchObject({
    ok: false,
    problems: [/SANDBOX_PORT/, /SANDBOX_PUBLIC_URL/].map((name) => expect.stringMatching(name)),
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EnvironmentError, readEnvironment } from './environment.ts';
import { secretsOf, serviceVariables } from './service-variables.ts';
import { text } from './variables.ts';

const { ADMIN_TOKEN, DATABASE_URL } = serviceVariables;
const variables = { ADMIN_TOKEN, DATABASE_URL, PLAIN: text('No secret.', { fallback: 'usual' }) };
const token = 'token-of-administrators';
const address = 'postgresql://writ:password-of-postgres@db.test/writ';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'writ-environment-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

function faultsOf(environment: Record<string, string>) {
  try {
    readEnvironment(variables, environment);
    return [];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.faults;
  }
}

test.each(['', '\n', '\r\n'])('a file may hold a secret, with %j behind it, and logs hide it', (end) => {
  const values = readEnvironment(variables, {
    ADMIN_TOKEN: '',
    ADMIN_TOKEN_FILE: file('token', token + end),
    DATABASE_URL_FILE: file('url', address + end),
    PLAIN_FILE: file('plain', 'unread'),
  });
  expect(values).toEqual({ ADMIN_TOKEN: token, DATABASE_URL: address, PLAIN: 'usual' });
  expect(secretsOf(values)).toEqual([token, 'password-of-postgres']);
});

test('a file that is given beside the value, missing, unreadable or empty is an error, each with its name', () => {
  const given = file('given', token);
  expect(
    faultsOf({ ADMIN_TOKEN: token, ADMIN_TOKEN_FILE: given, DATABASE_URL_FILE: join(dir, 'none') }),
  ).toEqual([
    { name: 'ADMIN_TOKEN', message: 'is set, and so is ADMIN_TOKEN_FILE. Unset one of them.' },
    { name: 'DATABASE_URL_FILE', message: expect.stringMatching(/^".+\/none" cannot be read \(ENOENT\)\. /) },
  ]);
  expect(faultsOf({ ADMIN_TOKEN_FILE: file('empty', '\n'), DATABASE_URL_FILE: dir })).toEqual([
    { name: 'ADMIN_TOKEN_FILE', message: expect.stringMatching(/^".+\/empty" is empty\. /) },
    { name: 'DATABASE_URL_FILE', message: expect.stringMatching(/^".+" cannot be read \(EISDIR\)\. /) },
  ]);
});

test('an error in a file names the variable of the file, and shows nothing of its content', () => {
  const faults = faultsOf({
    ADMIN_TOKEN_FILE: file('short', 'too-short'),
    DATABASE_URL_FILE: file('two', `${address}\nmore`.replace('postgresql', 'mysql')),
  });
  expect(faults.map(({ name }) => name)).toEqual(['ADMIN_TOKEN_FILE', 'DATABASE_URL_FILE']);
  expect(JSON.stringify(faults)).not.toMatch(/too-short|password-of|more/);
});

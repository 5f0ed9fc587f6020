import { expect, test } from '@jest/globals';
import { postgresStartError } from './postgres-start-error.ts';

// As Postgres 18, pg 8 and Node say it.
const refusals: [code: string, message: string, told: string][] = [
  [
    '28P01',
    'password authentication failed for user "writ"',
    'Postgres cannot be used (password authentication failed for user "writ"). Correct the user and password in DATABASE_URL.',
  ],
  [
    '3D000',
    'database "writ" does not exist',
    'Postgres cannot be used (database "writ" does not exist). Create this database, or correct its name in DATABASE_URL.',
  ],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.7", user "writ", database "writ", no encryption',
    'The server wants an encrypted connection: add `sslmode=verify-full` to DATABASE_URL.',
  ],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.7", user "writ", database "writ", SSL encryption',
    'Have pg_hba.conf of the server allow this user, database and address to connect.',
  ],
  ['28000', 'role "writ" is not permitted to log in', 'Correct the user in DATABASE_URL, and let it log in.'],
  ['53300', 'sorry, too many clients already', 'Raise max_connections of the server'],
  ['', 'The server does not support SSL connections', 'set `sslmode=disable` in DATABASE_URL.'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'self-signed certificate',
    'Postgres cannot be used (its certificate comes from an authority that is not trusted, DEPTH_ZERO_SELF_SIGNED_CERT). Name its authority by `sslrootcert` in DATABASE_URL',
  ],
  [
    'ECONNREFUSED',
    'connect ECONNREFUSED 127.0.0.1:9',
    'Postgres cannot be used (the connection was refused, ECONNREFUSED). Check DATABASE_URL, and that Postgres runs.',
  ],
];

test.each(refusals)('%s %s says why, and what to do', (code, message, told) => {
  expect(postgresStartError(Object.assign(new Error(message), { code })).message).toContain(told);
});

test('the remedy names where the address was taken from', () => {
  const { message } = postgresStartError(new Error(''), '/data/database-url');
  expect(message).toBe(
    'Postgres cannot be used (no answer). Check /data/database-url, and that Postgres runs.',
  );
});

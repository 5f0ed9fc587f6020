import { expect, test } from '@jest/globals';
import { askAgain } from './once-more.ts';

const fault = (message: string, code?: string) => Object.assign(new Error(message), code && { code });
const broken = [
  fault('Connection terminated unexpectedly'),
  fault('Client has encountered a connection error and is not queryable'),
  fault('read ECONNRESET', 'ECONNRESET'),
  fault('terminating connection due to administrator command', '57P01'),
  fault('Server has closed the connection.', 'P1017'),
];
const others = [
  fault('connect ECONNREFUSED', 'ECONNREFUSED'),
  fault('timeout exceeded when trying to connect'),
  fault('Connection terminated due to connection timeout'),
  fault('Query read timeout'),
  fault('canceling statement due to statement timeout', '57014'),
  fault('sorry, too many clients already', '53300'),
  fault('duplicate key value', '23505'),
];

/** Asks something that fails as often as there are faults. */
async function ask(faults: readonly Error[]) {
  let asked = 0;
  const answer = await askAgain(async () => {
    asked += 1;
    const error = faults[asked - 1];
    if (error) throw error;
    return Promise.resolve('answer');
  }).catch((error: unknown) => error);
  return { asked, answer };
}

test.each(broken)('a connection that broke is asked again, once: %s', async (error) => {
  expect(await ask([error])).toEqual({ asked: 2, answer: 'answer' });
  expect(await ask([error, error])).toEqual({ asked: 2, answer: error });
});

test.each(others)('a database that is away, slow or refuses is not asked again: %s', async (error) => {
  expect(await ask([error])).toEqual({ asked: 1, answer: error });
});

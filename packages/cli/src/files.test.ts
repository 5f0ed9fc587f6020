import { expect, test } from '@jest/globals';
import { fileError } from './files.ts';

const fault = (code: string) =>
  Object.assign(new Error(`${code}: of the system`), { code, syscall: 'write' });

test.each([
  ['ENOSPC', 7, 'a.ndjson: the disk is full', /Make room/],
  ['EACCES', 2, 'a.ndjson: it may not be read or written', /rights/],
  ['EEXIST', 2, 'a.ndjson: it exists, and is not overwritten', /Name another one/],
])('%s is told in words, with what to do', (name, code, message, remedy) => {
  expect(fileError('a.ndjson', fault(name))).toMatchObject({
    code,
    message,
    remedy: expect.stringMatching(remedy),
  });
});

test('another fault of the system is told in its own words, and none of them stays as it is', () => {
  expect(fileError('a', fault('EIO'))).toMatchObject({ code: 2, message: 'a: EIO: of the system' });
  const other = new Error('other');
  expect(fileError('a', other)).toBe(other);
});

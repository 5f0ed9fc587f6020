import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recordsOf, type PlacedRecord } from './read-records.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writ-records-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(name: string, content: string | Buffer) {
  const file = join(folder, name);
  await writeFile(file, content);
  const all: PlacedRecord[] = [];
  for await (const placed of recordsOf(file)) all.push(...placed);
  return all;
}
const records = async (name: string, content: string | Buffer) =>
  (await read(name, content)).map(({ record }) => record);

const mark = '\uFEFF';

test('a mark of the byte order at the beginning is none of the text', async () => {
  expect(await records('a.ndjson', `${mark}{"email":"a"}\r\n{"email":"b"}`)).toEqual([
    { email: 'a' },
    { email: 'b' },
  ]);
  expect(await records('a.csv', `${mark}email,name\r\na,A\r\n`)).toEqual([{ email: 'a', name: 'A' }]);
  expect(await records('b.csv', `${mark}"email",name\na,A\n`)).toEqual([{ email: 'a', name: 'A' }]);
  await expect(records('b.ndjson', `{"email":"a"}\n${mark}{"email":"b"}`)).rejects.toThrow('line 2');
});

test('a line of a table without any value is no record, and one of JSON is', async () => {
  expect(await read('a.csv', 'email,name\n,\na,A\n"",\n,\n')).toEqual([
    { record: { email: 'a', name: 'A' }, line: 3 },
  ]);
  expect(await records('a.ndjson', '{}')).toEqual([{}]);
});

test('lines end where JSON lines do, and are told by their number over all that is read at once', async () => {
  const long = { text: 'é\u2028'.repeat(700_000) };
  const lines = [long, { n: 1 }, long, { n: 2 }].map((line) => JSON.stringify(line));
  expect(await read('long.ndjson', lines.join('\n\n'))).toEqual([
    { record: long, line: 1 },
    { record: { n: 1 }, line: 3 },
    { record: long, line: 5 },
    { record: { n: 2 }, line: 7 },
  ]);
  await expect(read('long.ndjson', [...lines, '[]'].join('\n'))).rejects.toThrow('line 5 is no JSON object');
  expect((await read('a.csv', 'email,name\n"a\nb",A\nc,C\n')).map(({ line }) => line)).toEqual([3, 4]);
  expect(await read('none.ndjson', '')).toEqual([]);
});

test('a number that would be written as null is told with its line', async () => {
  const lines = [
    '{"id":"1","size":1e308}',
    '{"id":"2","name":"5e9 1e400"}',
    '{"id":"3","deep":[{"size":1e400}]}',
  ];
  await expect(read('a.ndjson', lines.join('\n'))).rejects.toThrow('line 3 has a number that is too large');
  expect(await read('b.ndjson', lines.slice(0, 2).join('\n'))).toHaveLength(2);
});

test('a name that comes twice in one object is told with its line', async () => {
  const lines = [
    '{"id":"1","a":{"id":"2"},"b":[{"c":1},{"c":2}]}',
    '{"id":"2","note":"{\\"c\\":1,\\"c\\":2}"}',
  ];
  expect(await read('a.ndjson', lines.join('\n'))).toHaveLength(2);
  await expect(read('b.ndjson', [...lines, '{"id":"3","i\\u0064":"4"}'].join('\n'))).rejects.toThrow(
    'b.ndjson: line 3 has `id` twice in one object',
  );
  await expect(read('c.ndjson', '{"a":[{"b" : 1, "c":"{", "b" : null}]}')).rejects.toThrow('`b` twice');
});

test('text of another encoding is told with its line, and nothing is read in its place', async () => {
  const latin = Buffer.from('{"name":"Ada"}\n{"name":"Zoë"}\n', 'latin1');
  await expect(read('latin.ndjson', latin)).rejects.toThrow('line 2 is not UTF-8');
  await expect(read('latin.csv', Buffer.from('name\nZoë\n', 'latin1'))).rejects.toThrow(
    'line 2 is not UTF-8',
  );
});

test('columns that have no name, or that of another one, are all told', async () => {
  await expect(records('a.csv', 'email,name,,email,name\na,A,x,b,B\n')).rejects.toMatchObject({
    code: 2,
    message: expect.stringMatching(
      /a.csv: column 3 has no name; column 4 is named "email", as column 1 is; column 5 is named "name", as column 2 is$/,
    ),
    remedy: expect.stringContaining('first line'),
  });
});

test.each(['.ndjson', '.csv'])('a %s that is a folder, or is not there, is told as such', async (ending) => {
  const missing = recordsOf(join(folder, `missing${ending}`)).next();
  await expect(missing).rejects.toMatchObject({ code: 2, message: expect.stringContaining('no such file') });
  await mkdir(join(folder, `folder${ending}`));
  const isFolder = recordsOf(join(folder, `folder${ending}`)).next();
  await expect(isFolder).rejects.toMatchObject({ code: 2, message: expect.stringContaining('a folder') });
});

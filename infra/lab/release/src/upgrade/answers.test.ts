import { expect, test } from '@jest/globals';
import { lostParts, readAnswers } from './answers.ts';

test('a list is read first, then its entries by id, and theirs', async () => {
  const reads = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { get: {} }]));
  const known: Record<string, unknown> = {
    '/projects/demo/tasks': { results: [{ id: 'a' }, { id: 'b' }] },
    '/projects/demo/tasks/a': { id: 'a' },
    '/projects/demo/tasks/a/archive': 'text',
  };
  const asked: string[] = [];
  const answers = await readAnswers(
    {
      paths: {
        ...reads(
          '/projects/{p}/tasks/{t}/archive',
          '/projects/{p}/tasks/{t}',
          '/projects/{p}/tasks',
          '/system',
        ),
        '/projects/{p}/find': { get: { parameters: [{ in: 'query', required: true }] } },
        '/projects/{p}/tasks/{t}:stop': { post: {} },
      },
    },
    (path) => {
      asked.push(path);
      return Promise.resolve({ status: path in known ? 200 : 404, body: known[path] });
    },
    { p: 'demo' },
  );
  expect(answers).toEqual(known);
  expect(asked).toEqual([
    ...Object.keys(known).slice(0, 2),
    '/projects/demo/tasks/b',
    expect.any(String),
    expect.any(String),
  ]);
});

test('what an answer lacks is named, and what is new is not', () => {
  const before = { name: 'a', lastUsedTime: '1', list: [{ id: 'x', at: { size: 1 } }, { id: 'y' }] };
  const after = {
    list: [{ id: 'z' }, { id: 'y' }, { id: 'x', at: { size: 1, more: true } }],
    name: 'a',
    also: 1,
  };
  expect(lostParts(before, after)).toEqual([]);
  expect(lostParts(before, { ...after, name: undefined })).toEqual(['/name: it was "a", and is gone']);
  expect(lostParts(before, { ...after, list: [{ id: 'y' }] })).toEqual(['/list/x: it is gone']);
  expect(lostParts(before, { ...after, list: {} })).toEqual(['/list: it was a list, and is {}']);
  expect(lostParts({ values: [1, 2] }, { values: [1] })).toEqual(['/values/1: it was 2, and is gone']);
  expect(lostParts('a', 'b')).toEqual([': it was "a", and is "b"']);
});

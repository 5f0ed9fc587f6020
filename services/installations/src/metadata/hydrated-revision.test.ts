import { expect, test } from '@jest/globals';
import type { Connection } from '@writ/installation';
import { hydratedRevision } from './hydrated-revision.ts';

const objects = Array.from({ length: 9 }, (_, at) => ({ objectName: `object${at}` }));
const revision = {
  id: 'r',
  projectId: 'p',
  integrationId: 'i',
  specVersion: '1.0.0',
  createTime: new Date(0),
  content: { name: 'crm', provider: 'hubspot', write: { objects } },
};
const connection = {} as Connection;

/** Answers on command. */
function provider() {
  const answers: (() => void)[] = [];
  return {
    answers,
    describe: () =>
      new Promise<{ kind: 'described'; fields: [] }>((resolve) =>
        answers.push(() => resolve({ kind: 'described', fields: [] })),
      ),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

const asker = { isPage: false, isDeclared: true, refresh: false };

test('four objects are asked for at the same time; those that are left when there is no time any more are not', async () => {
  const { answers, describe } = provider();
  const stop = new AbortController();
  const hydrating = hydratedRevision(revision, { describe, connection, asker, until: stop.signal });
  await settled();
  expect(answers).toHaveLength(4);
  answers[0]!();
  await settled();
  expect(answers).toHaveLength(5);
  stop.abort();
  for (const answer of answers) answer();
  const { content } = await hydrating;
  expect(answers).toHaveLength(5);
  const told = content.write?.objects?.map(({ error }) => error?.includes('no time'));
  expect(told).toEqual(objects.map((_, at) => (at < 5 ? undefined : true)));
});

test('a fault of ours is no fault of an object', async () => {
  const describe = () => Promise.reject(new Error('ours'));
  const asking = { describe, connection, asker, until: new AbortController().signal };
  await expect(hydratedRevision(revision, asking)).rejects.toThrow('ours');
});

test('objects that would make the answer too large say so, and where they are told', async () => {
  const sizes: Record<string, number> = { object0: 12_000, object1: 12_001, object2: 400 };
  const option = { value: 'v', label: 'V' };
  const describe = ({ objectName }: { objectName: string }) => {
    const options = Array.from({ length: (sizes[objectName] ?? 2) - 2 }, () => option);
    const field = { name: 'f', label: 'F', valueType: 'singleSelect', providerType: 'enumeration' } as const;
    const rights = { readOnly: false, unique: false, custom: false };
    return Promise.resolve({ kind: 'described', fields: [{ ...field, ...rights, options }] } as const);
  };
  const asking = { describe, connection, asker, until: new AbortController().signal };
  // Two sections have each.
  const both = { ...revision, content: { ...revision.content, read: { objects } } };
  const { content } = await hydratedRevision(both, asking);
  const untold = expect.stringMatching(/too large with the 12001 fields.*metadata/) as unknown;
  for (const section of [content.read, content.write])
    expect(section?.objects?.map(({ error }) => error)).toEqual(
      objects.map((_, at) => (at === 1 ? untold : undefined)),
    );
});

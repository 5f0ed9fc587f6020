import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { routes } from '../openapi/routes.ts';

/** They have no method: a hosted service's clients use them, or browsers alone. */
const leftOut = ['getMyInfo', 'getOauthCallback'];

test('each operation of the management host has exactly one method', async () => {
  const table = await readFile(join(import.meta.dirname, 'methods.ts'), 'utf8');
  const named = [...table.matchAll(/(?:call|list)\('(\w+)'\)/g)].map(([, id = '']) => id);
  const lacking = Object.keys(routes).filter((id) => !named.includes(id) && !leftOut.includes(id));
  const twice = named.filter((id, index) => named.indexOf(id) !== index);

  if (lacking.length > 0)
    throw new Error(
      `These operations have no method in @writ/sdk: ${lacking.join(', ')}.\n` +
        'Add to packages/sdk/src/methods/methods.ts, in the group of its resource, a line such as\n' +
        `  get: call('${lacking[0] ?? ''}'),   // list('…') where the answer comes in pages\n` +
        'or, where clients of a hosted service or browsers alone use it, its name to `leftOut` of this test.',
    );
  expect(twice).toEqual([]);
  expect(leftOut.filter((id) => !(id in routes) || named.includes(id))).toEqual([]);
});

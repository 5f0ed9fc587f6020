import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forbiddenMembers } from './forbidden-members.ts';
import { pointerTo } from './json.ts';

test.each([
  ['{"__proto__":1}', ['/__proto__']],
  ['{"a/b":[{"__proto__":{"__proto__":1}}]}', ['/a~1b/0/__proto__']],
  ['{"constructor":{"prototype":null}}', ['/constructor']],
  ['{"constructor":{"a":1},"prototype":{}}', []],
  ['{"constructor":[],"a":{"constructor":null}}', []],
])('%s holds the forbidden members %j', (text, pointers) => {
  expect([...forbiddenMembers(JSON.parse(text))]).toEqual(pointers);
});

test('a forbidden member is found wherever it stands, and nothing else is', () => {
  const path = fc.array(fc.string(), { maxLength: 6 });
  fc.assert(
    fc.property(path, fc.jsonValue(), fc.boolean(), (names, value, isForbidden) => {
      const clean = [...forbiddenMembers(value)].length === 0;
      fc.pre(clean && !names.includes('__proto__'));
      const member = { [isForbidden ? '__proto__' : 'proto']: value };
      const nested = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), member);
      const at = pointerTo(names.reduce(pointerTo, ''), '__proto__');
      expect([...forbiddenMembers(nested)]).toEqual(isForbidden ? [at] : []);
    }),
  );
});

import { expect, test } from '@jest/globals';
import { applyPatch, patchRule } from './apply-patch.ts';
import { divideMetadata } from './secrets.ts';

const current = { name: 'old', metadata: { url: 'https://a.test', headers: { A: '1' } } };

test('only what the mask names is replaced', () => {
  const destination = { name: 'new', metadata: { url: 'https://b.test', headers: { B: '2' } } };
  expect(applyPatch(current, { updateMask: ['metadata.url'], destination })).toEqual({
    name: 'old',
    metadata: { url: 'https://b.test', headers: { A: '1' } },
  });
  expect(applyPatch(current, { updateMask: ['name', 'metadata'], destination })).toEqual(destination);
});

test('a member that the mask names and the body leaves out is removed', () => {
  const patched = applyPatch(current, { updateMask: ['metadata.headers'], destination: {} });
  expect(patched.metadata).toEqual({ url: 'https://a.test' });
});

test('a name or metadata that the mask names and the body lacks is a fault each', () => {
  expect(patchRule({ updateMask: ['name', 'metadata'], destination: {} })).toMatchObject([
    { name: '/destination/name' },
    { name: '/destination/metadata' },
  ]);
  expect(patchRule({ updateMask: ['metadata.url'], destination: {} })).toEqual([]);
});

test('hidden values are divided from what is shown, and put back', () => {
  const metadata = { ...current.metadata, url: 'https://a.test/?token=s3cret' };
  const { shown, hidden } = divideMetadata(metadata, { hiddenMembers: ['headers'], hiddenQueries: ['url'] });
  expect(shown).toEqual({ url: 'https://a.test/?token=[hidden]', headers: { A: '[hidden]' } });
  expect({ ...shown, ...hidden }).toEqual(metadata);
  const plain = divideMetadata(current.metadata, { hiddenMembers: [], hiddenQueries: ['url'] });
  expect(plain).toEqual({ shown: current.metadata, hidden: {} });
});

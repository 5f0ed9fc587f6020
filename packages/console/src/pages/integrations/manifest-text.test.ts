import { expect, test } from '@jest/globals';
import { manifestOf } from './manifest-text.ts';

const revision = (content: Record<string, unknown>) => ({
  latestRevision: { id: 'r', specVersion: '1.0.0', createTime: '2026-11-23T04:05:06Z', content },
});

test('integrations are written as YAML, and texts that YAML would read otherwise are quoted', () => {
  const contents = [
    { name: 'demo-hubspot', write: { objects: [{ objectName: 'contacts', list: [], none: {} }] } },
    { name: 'yes', displayName: '- "a": #b', many: [['a', ['b']], 3, false, ' x '] },
  ];
  expect(manifestOf(contents.map(revision))).toBe(`specVersion: "1.0.0"
integrations:
  - name: demo-hubspot
    write:
      objects:
        - objectName: contacts
          list: []
          none: {}
  - name: "yes"
    displayName: "- \\"a\\": #b"
    many:
      - - a
        - - b
      - 3
      - false
      - " x "
`);
});

test('without integrations it is an empty manifest', () => {
  expect(manifestOf([])).toBe('specVersion: "1.0.0"\nintegrations: []\n');
});

import { expect, test } from '@jest/globals';
import { readManifest } from './read-manifest.ts';

const providers = ['hubspot', 'salesforce'];
const faultsOf = (sourceYaml: string) => {
  const read = readManifest(sourceYaml, { providers });
  return 'faults' in read ? read.faults : [];
};

test('a manifest is read, and sections of other systems are kept as they came', () => {
  const read = readManifest(
    `specVersion: 1.0.0
integrations:
  - name: demo-hubspot
    displayName: Demo
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          schedule: '*/10 * * * *'
    write:
      objects:
        - objectName: contacts
          inheritMapping: true
`,
    { providers },
  );
  expect(read).toEqual({
    manifest: {
      specVersion: '1.0.0',
      integrations: [
        {
          name: 'demo-hubspot',
          displayName: 'Demo',
          provider: 'hubspot',
          read: { objects: [{ objectName: 'contacts', schedule: '*/10 * * * *' }] },
          write: { objects: [{ objectName: 'contacts', inheritMapping: true }] },
        },
      ],
    },
  });
});

test('every fault is told, each with the line it stands on', () => {
  const faults = faultsOf(`specVersion: 2.0.0
integratons: []
integrations:
  - name: a
    provider: hubspto
    write:
      objects:
        - objectName: contacts
          inheritMappings: true
        - objectName: contacts
  - name: a
    provider: salesforce
  - displayName: No name
    provider: salesforce
    write:
      objects: []
    proxy:
      enabled: 'yes'
`);
  expect(faults.map(({ line, at }) => [line, at])).toEqual([
    [2, '/integratons'],
    [1, '/specVersion'],
    [5, '/integrations/0/provider'],
    [9, '/integrations/0/write/objects/0/inheritMappings'],
    [10, '/integrations/0/write/objects/1/objectName'],
    [11, '/integrations/1'],
    [13, '/integrations/2/name'],
    [16, '/integrations/2/write/objects'],
    [18, '/integrations/2/proxy/enabled'],
    [11, '/integrations/1/name'],
  ]);
  expect(faults).toContainEqual(expect.objectContaining({ value: 'hubspto', known: providers }));
  expect(faults).toContainEqual(expect.objectContaining({ detail: '`name` is missing.' }));
});

test.each([
  ['an id', '01900000-0000-7000-8000-000000000001'],
  ['an id in upper case', '01900000-0000-7000-8000-00000000000A'],
  ['a name with a slash', 'a/b'],
  ['a name with a colon', 'integrations:batch'],
])('an integration can not be named by %s', (_, name) => {
  expect(
    faultsOf(
      `specVersion: 1.0.0\nintegrations:\n  - name: '${name}'\n    provider: hubspot\n    proxy: {}\n`,
    ),
  ).toEqual([expect.objectContaining({ line: 3, value: name })]);
});

test.each([
  ['broken YAML', 'specVersion: [1.0.0\nintegrations', 2],
  ['a member twice', 'specVersion: 1.0.0\nspecVersion: 1.0.0\n', 2],
  ['an empty text', '', 1],
  ['a list', '- a', 1],
  ['a character that can not be stored', 'specVersion: "1.0.0\\0"', 1],
  ['an alias of itself', 'a: &a [*a]', 1],
])('%s is a fault and never an error', (_, text, line) => {
  const faults = faultsOf(text);
  expect(faults.length).toBeGreaterThan(0);
  expect(faults[0]?.line).toBe(line);
});

test('aliases that multiply are refused', () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? 'l0: &l0 [x, x]' : `l${level}: &l${level} [${`*l${level - 1}, `.repeat(9)}*l${level - 1}]`,
  );
  expect(faultsOf(levels.join('\n'))).toEqual([
    expect.objectContaining({ detail: expect.stringContaining('JSON') }),
  ]);
});

test.each(['"\\uD800"', '"a\\0b"', '{ "\\uD800": 1 }'])('the text %s can not be stored', (text) => {
  const yaml = `specVersion: 1.0.0\nintegrations: []\nmore: ${text}\n`;
  expect(readManifest(yaml, { providers: [] })).toEqual({
    faults: [{ line: 1, at: '', detail: 'U+0000 and halves of surrogate pairs are not allowed in texts.' }],
  });
});

test('a backslash before letters that mean U+0000 elsewhere is a text like others', () => {
  const yaml = "specVersion: 1.0.0\nintegrations: []\nmore: 'a\\u0000b'\n";
  expect(JSON.stringify(readManifest(yaml, { providers: [] }))).not.toContain('not allowed in texts');
});

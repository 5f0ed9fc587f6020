import { expect, test } from '@jest/globals';
import { manifestFaults } from './manifest-rules.ts';
import { readManifest, type ManifestFault } from './read-manifest.ts';

const providers = ['hubspot', 'salesforce'];
const read = (sourceYaml: string) => readManifest(sourceYaml, { providers });
const faultsOf = async (sourceYaml: string) => {
  const answer = await read(sourceYaml);
  const none: readonly ManifestFault[] = [];
  return 'faults' in answer ? answer.faults : none;
};

test('a manifest is read, and sections of other systems are kept as they came', async () => {
  const answer = await read(`specVersion: 1.0.0
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
`);
  expect(answer).toEqual({
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

test('every fault is told, each with the line it stands on', async () => {
  const faults = await faultsOf(`specVersion: 2.0.0
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

const ofVersion = (version: string) =>
  `specVersion: ${version}\nintegrations:\n  - name: a\n    provider: hubspot\n    proxy: {}\n`;

test.each(['1.0.0', '1.0.1', '1.12.0', "'1.3.4'"])('a manifest of version %s is read', async (version) => {
  expect(await read(ofVersion(version))).toHaveProperty('manifest.specVersion', version.replaceAll("'", ''));
});

test.each(['0.9.0', '2.0.0', '1.0', '1', '1.0.0-beta', '1.x.y', 'v1.0.0', '11.0.0'])(
  'a manifest of version %s is refused with what is supported',
  async (version) => {
    expect(await faultsOf(ofVersion(version))).toEqual([
      expect.objectContaining({ line: 1, at: '/specVersion', detail: expect.stringContaining('`1.x.y`') }),
    ]);
  },
);

test.each([
  ['an id', '01900000-0000-7000-8000-000000000001'],
  ['an id in upper case', '01900000-0000-7000-8000-00000000000A'],
  ['a name with a slash', 'a/b'],
  ['a name with a colon', 'integrations:batch'],
])('an integration can not be named by %s', async (_, name) => {
  expect(
    await faultsOf(
      `specVersion: 1.0.0\nintegrations:\n  - name: '${name}'\n    provider: hubspot\n    proxy: {}\n`,
    ),
  ).toEqual([expect.objectContaining({ line: 3, value: name })]);
});

test.each([
  ['an open section', 'read: { objects: [{ objectName: contacts, more: { "__proto__": 1 } }] }', 5],
  ['a closed section', 'write: { objects: [{ objectName: contacts }], __proto__: {} }', 5],
  ['JSON', '{"proxy": {"constructor": {"prototype": {}}}}', 5],
  ['the name of an object', 'write: { objects: [{ objectName: __proto__ }] }', 5],
])('a member that nothing may have is a fault in %s', async (_, section, line) => {
  const rest = section.startsWith('{') ? section.slice(1, -1) : section;
  const faults = await faultsOf(`specVersion: 1.0.0
integrations:
  - name: a
    provider: hubspot
    ${rest}
`);
  expect(faults).toEqual([
    expect.objectContaining({ line, detail: expect.stringMatching(/never allowed|Nothing may have/) }),
  ]);
});

test('the name of an object has as many characters as a key of the database bears', async () => {
  const named = (section: string, objectName: string) => `specVersion: 1.0.0
integrations:
  - name: a
    provider: hubspot
    ${section}: { objects: [{ objectName: ${objectName} }] }
`;
  expect(await read(named('write', '😀'.repeat(255)))).toHaveProperty('manifest');
  for (const section of ['read', 'write', 'subscribe']) {
    expect(await faultsOf(named(section, 'x'.repeat(256)))).toEqual([
      expect.objectContaining({
        line: 5,
        at: `/integrations/0/${section}/objects/0/objectName`,
        detail: expect.stringContaining('at most 255 characters'),
      }),
    ]);
  }
});

test.each([
  ['broken YAML', 'specVersion: [1.0.0\nintegrations', 2],
  ['a member twice', 'specVersion: 1.0.0\nspecVersion: 1.0.0\n', 2],
  ['two documents', 'specVersion: 1.0.0\n---\nspecVersion: 1.0.0\n', 1],
  ['an empty text', '', 1],
  ['a list', '- a', 1],
  ['a character that can not be stored', 'specVersion: "1.0.0\\0"', 1],
  ['a number that JSON does not know', 'specVersion: 1.0.0\nmore:\n  - .inf', 3],
  ['an alias of nothing', 'specVersion: 1.0.0\nmore: *nothing', 2],
  ['an alias of itself', 'a: &a [*a]', 1],
])('%s is a fault and never an error', async (_, text, line) => {
  const faults = await faultsOf(text);
  expect(faults.length).toBeGreaterThan(0);
  expect(faults[0]?.line).toBe(line);
});

test('every name that a map has again is told', async () => {
  expect(await faultsOf('a: 1\nb:\n  c: 1\n  "c": [{ d: 1, d: 2 }]\n? a\n: 2\n')).toEqual([
    { line: 4, at: '', detail: '`c` stands in one map twice.' },
    { line: 4, at: '', detail: '`d` stands in one map twice.' },
    { line: 5, at: '', detail: '`a` stands in one map twice.' },
  ]);
});

test('a fault below an alias has the line of the alias', async () => {
  const faults = await faultsOf(`specVersion: 1.0.0
more: &objects
  - inheritMapping: 1
integrations:
  - name: a
    provider: hubspot
    write:
      objects: *objects
`);
  const places = faults.map(({ line, at }) => [line, at]);
  expect(places).toContainEqual([8, '/integrations/0/write/objects/0/inheritMapping']);
});

test('aliases that multiply are refused', async () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? 'l0: &l0 [x, x]' : `l${level}: &l${level} [${`*l${level - 1}, `.repeat(9)}*l${level - 1}]`,
  );
  const long = `a: &a ${'x'.repeat(9_000)}\nb: [${'*a, '.repeat(200)}]`;
  expect(await faultsOf(levels.join('\n'))).toMatchObject([
    { detail: 'With its aliases it holds more than 160000 values.' },
  ]);
  expect(await faultsOf(long)).toMatchObject([
    { detail: 'With its aliases it holds more than 1048576 characters.' },
  ]);
});

const lines = (count: number, lineAt: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => lineAt(index)).join('\n');

test.each([
  ['names', lines(100_000, (index) => `k${index}:`)],
  ['entries', lines(100_000, () => '- a')],
  ['entries on one line', `[${'a,'.repeat(100_000)}a]`],
  ['empty maps', `[${'{},'.repeat(50_000)}{}]`],
  ['pairs', `[${'"a":1,'.repeat(50_000)}1]`],
  ['names without a value', `{${lines(100_000, (index) => `a${index},`)}}`],
  ['anchors', lines(100_000, (index) => `- &${index.toString(36)} a`)],
  ['documents', lines(100_000, () => 'a\n...')],
])('so many %s are refused before they are parsed', async (_, text) => {
  expect(text.length).toBeLessThan(1024 * 1024);
  const [fault, ...others] = await faultsOf(text);
  expect(others).toEqual([]);
  expect(fault?.detail).toContain('There are more than 80000 of the marks');
});

test('collections deeper than 64 are refused', async () => {
  const [fault] = await faultsOf(`specVersion: 1.0.0\nmore: ${'['.repeat(70)}${']'.repeat(70)}`);
  expect(fault).toMatchObject({ line: 2, detail: expect.stringContaining('(64)') });
});

test('a manifest of 200 integrations with 100 objects each is read', async () => {
  const integration = (name: number) =>
    `  - name: integration-${name}
    provider: hubspot
    write:
      objects:
${lines(100, (object) => `        - { objectName: object_${object} }`)}`;
  const answer = await read(`specVersion: 1.0.0\nintegrations:\n${lines(200, integration)}`);
  expect(
    'manifest' in answer && answer.manifest.integrations.map(({ write }) => write?.objects.length),
  ).toEqual(Array.from({ length: 200 }, () => 100));
});

test('of many faults the first are told', async () => {
  expect(await faultsOf(lines(2_000, (index) => `k${index}: 1`))).toHaveLength(1_001);
  expect(await faultsOf(lines(2_000, () => 'a: 1'))).toHaveLength(1_001);
});

test('integrations after the last fault that is told are not looked at', () => {
  const looks: unknown[] = [];
  const faulty = new Proxy({}, { has: (_, section) => looks.push(section) > 0 });
  const integrations = Array.from({ length: 5_000 }, () => faulty);
  expect(manifestFaults({ specVersion: '1.0.0', integrations }, providers)).toHaveLength(1_001);
  expect(looks.length).toBeLessThan(1_001);
});

test.each(['"\\uD800"', '"a\\0b"', '{ "\\uD800": 1 }'])('the text %s can not be stored', async (text) => {
  const yaml = `specVersion: 1.0.0\nintegrations: []\nmore: ${text}\n`;
  expect(await faultsOf(yaml)).toEqual([
    expect.objectContaining({
      line: 3,
      detail: 'U+0000 and halves of surrogate pairs are not allowed in texts.',
    }),
  ]);
});

test('a backslash before letters that mean U+0000 elsewhere is a text like others', async () => {
  const yaml = "specVersion: 1.0.0\nintegrations: []\nmore: 'a\\u0000b'\n";
  expect(JSON.stringify(await read(yaml))).not.toContain('not allowed in texts');
});

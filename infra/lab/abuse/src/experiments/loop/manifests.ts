const lines = (count: number, lineAt: (name: string) => string): string =>
  Array.from({ length: count }, (_, at) => lineAt(`k${at.toString(36)}`)).join('\n');
const integrations = (count: number, entryOf: (name: string) => string): string =>
  `specVersion: 1.0.0\nintegrations:\n${lines(count, entryOf)}`;

const laughs = Array.from({ length: 12 }, (_, level) =>
  level === 0 ? 'l0: &l0 [x]' : `l${level}: &l${level} [${`*l${level - 1}, `.repeat(10)}]`,
).join('\n');

type HeavyManifest = { what: string; statuses: readonly number[]; yaml: () => string };

export const manifests = (integrationCount: number): readonly HeavyManifest[] => [
  { what: '8,000 names', statuses: [400], yaml: () => lines(8_000, (name) => `${name}: 1`) },
  { what: '79,000 names', statuses: [400], yaml: () => lines(79_000, (name) => `${name}: a`) },
  {
    what: '50,000 anchored names',
    statuses: [400],
    yaml: () => lines(50_000, (name) => `&${name} ${name}: 1`),
  },
  { what: '79,000 equal names', statuses: [400], yaml: () => lines(79_000, () => 'a:') },
  { what: 'aliases that multiply', statuses: [400], yaml: () => laughs },
  {
    what: 'a map that is merged into 15,000',
    statuses: [400],
    yaml: () =>
      `a: &a {${lines(10_000, (name) => `${name}: 1,`)}}\n${lines(15_000, (name) => `b${name}: {<<: *a}`)}`,
  },
  { what: '79,000 levels', statuses: [400], yaml: () => '['.repeat(79_000) },
  {
    what: '60,000 unknown members',
    statuses: [400],
    yaml: () => integrations(1, () => `  - name: a\n${lines(60_000, (name) => `    namx${name}:`)}`),
  },
  {
    what: `${integrationCount.toLocaleString('en')} integrations`,
    statuses: [200],
    yaml: () => integrations(integrationCount, (name) => `- {name: ${name}, provider: hubspot, proxy: {}}`),
  },
  {
    what: '20,000 objects',
    statuses: [200],
    yaml: () =>
      `${integrations(1, () => '- name: large\n  provider: hubspot\n  write:\n    objects:')}\n${lines(20_000, (name) => `    - {objectName: ${name}}`)}`,
  },
];

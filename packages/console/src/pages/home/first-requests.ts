import type { Place } from '../../data/writes/first-write.ts';

type Asked = { project: string; writeUrl: string; managementUrl: string; place: Place | undefined };

/** Shell commands; unknown parts stand in capitals. */
export type FirstRequests = {
  key: string;
  now: string;
  later: string;
  read: string;
  lacking: readonly string[];
};

/** Valid records by object; the manifest's first object is used. */
const examples: Readonly<Record<string, readonly [now: object, later: object]>> = {
  contacts: [{ email: 'ada@example.com', firstname: 'Ada' }, { email: 'grace@example.com' }],
  Contact: [{ LastName: 'Lovelace', FirstName: 'Ada' }, { LastName: 'Hopper' }],
  companies: [{ name: 'Analytical Engines' }, { name: 'Compilers' }],
  Account: [{ Name: 'Analytical Engines' }, { Name: 'Compilers' }],
  deals: [{ dealname: 'First' }, { dealname: 'Second' }],
  Lead: [
    { LastName: 'Lovelace', Company: 'Analytical Engines' },
    { LastName: 'Hopper', Company: 'Compilers' },
  ],
};

const json = `-H 'Content-Type: application/json'`;
const withKey = `-H "X-Api-Key: $apiKey"`;

/** The three requests of the README for a project. */
export function firstRequests({ project, writeUrl, managementUrl, place }: Asked): FirstRequests {
  const objects = objectsOf(place?.integration?.latestRevision.content);
  const object = Object.keys(examples).find((name) => objects.includes(name)) ?? objects[0];
  const [now, later] = examples[object ?? ''] ?? [{ FIELD: 'VALUE' }, { FIELD: 'VALUE' }];
  const groupRef = place?.installation?.group.groupRef;
  const integration = place?.integration?.name;
  const path = [integration ?? 'INTEGRATION', 'objects', object ?? 'OBJECT']
    .map(encodeURIComponent)
    .join('/');
  const url = `${writeUrl}/projects/${encodeURIComponent(project)}/integrations/${path}`;
  const common = { groupRef: groupRef ?? 'CUSTOMER', type: 'create' };
  const write = (body: object) =>
    `curl -s '${url}' \\\n  ${withKey} ${json} \\\n  -d ${quoted(JSON.stringify(body))}`;
  const member = (name: string) => `node -p 'JSON.parse(require("fs").readFileSync(0)).${name}'`;
  return {
    key: `apiKey=$(npm run --silent admin -- create-key --project ${quoted(project)} \\\n  --label first --scopes write:records,operations:read | ${member('key')})`,
    now: write({ ...common, record: now }),
    later: `operationId=$(${write({ ...common, mode: 'asynchronous', record: later })} |\n  ${member('operationId')})`,
    read: `curl -s "${managementUrl}/projects/${encodeURIComponent(project)}/operations/$operationId" \\\n  ${withKey}`,
    lacking: [
      ...(integration === undefined ? ['integration'] : []),
      ...(groupRef === undefined ? ['customer who has installed it'] : []),
    ],
  };
}

function objectsOf(content: unknown): string[] {
  const { write } = (content ?? {}) as { write?: { objects?: unknown } };
  const objects = Array.isArray(write?.objects) ? (write.objects as { objectName?: unknown }[]) : [];
  return objects.map(({ objectName }) => objectName).filter((name) => typeof name === 'string');
}

const quoted = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll(`'`, `'\\''`)}'`;

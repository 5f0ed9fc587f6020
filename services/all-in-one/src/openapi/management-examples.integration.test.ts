import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OpenApiDocument } from '@writ/http-kit';
import { createClosing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import { startWrit, type RunningWrit } from '../testing/start-writ.ts';

type Method = 'POST' | 'PUT' | 'PATCH';
type Json = Record<string, unknown>;

const adminToken = 'examples-admin-token';
const closing = createClosing();
let writ: RunningWrit;
let document: OpenApiDocument;
/** What stands for the parameters of a path: names that the examples use, and ids of what earlier ones made. */
const known: Record<string, string> = {
  integrationIdOrName: 'demo-hubspot',
  objectName: 'contacts',
  destinationIdOrName: 'crm-writes',
};

beforeAll(async () => {
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-examples-')), (path) =>
    rm(path, { recursive: true }),
  );
  writ = await startWrit(dataDir, { DATABASE_URL: database.url, ADMIN_TOKEN: adminToken });
  closing.add(writ.process, (running) => running.close());
  const address = new URL('/openapi.json', writ.demo.managementUrl).href;
  document = (await writ.caller.call<OpenApiDocument>('GET', address)).body;
});
afterAll(() => closing.close());

/** An endpoint whose example is sent, in an order in which each finds what it names. */
type Step = {
  operationId: string;
  status: number;
  /** The parameter that the id in the answer is for. */
  makes?: string;
  /** The example with ids of what is there, where it names others. */
  with?: (example: Json) => Json;
};

const steps: readonly Step[] = [
  {
    operationId: 'postProject',
    status: 201,
    makes: 'projectIdOrName',
    with: (example) => ({ ...example, name: 'examples' }),
  },
  { operationId: 'patchProject', status: 200 },
  { operationId: 'postApiKey', status: 201, makes: 'apiKeyId' },
  { operationId: 'postJwtKey', status: 201, makes: 'jwtKeyId' },
  { operationId: 'patchJwtKey', status: 200 },
  { operationId: 'patchApiKey', status: 200 },
  { operationId: 'putIntegrationsBatch', status: 200 },
  { operationId: 'postIntegration', status: 201 },
  { operationId: 'postIntegrationRevision', status: 201 },
  { operationId: 'postConnectionsGenerate', status: 201, makes: 'connectionId' },
  { operationId: 'patchConnection', status: 200 },
  { operationId: 'postProviderApp', status: 200, makes: 'providerAppId' },
  { operationId: 'patchProviderApp', status: 200 },
  { operationId: 'postIntegrationInstallation', status: 201, makes: 'installationId' },
  { operationId: 'patchIntegrationInstallation', status: 200 },
  { operationId: 'patchIntegrationObjectConfigContent', status: 200 },
  { operationId: 'postTopic', status: 201, makes: 'topicId' },
  { operationId: 'patchTopic', status: 200 },
  { operationId: 'postDestination', status: 201 },
  { operationId: 'patchDestination', status: 200 },
  {
    operationId: 'postNotificationEventTopicRoute',
    status: 201,
    with: (example) => ({ ...example, topicId: known['topicId'] }),
  },
  {
    operationId: 'postTopicDestinationRoute',
    status: 201,
    with: (example) => ({ ...example, topicId: known['topicId'] }),
  },
  {
    operationId: 'postEvent',
    status: 202,
    with: (example) => {
      const projectId = known['projectIdOrName'];
      return { ...example, projectid: projectId, data: { ...(example['data'] as Json), projectId } };
    },
  },
  { operationId: 'postDestinationReplay', status: 202 },
  { operationId: 'postDestinationTest', status: 200 },
];

type RequestBody = NonNullable<OpenApiDocument['paths'][string][string]['requestBody']>;

const examplesOf = ({ content }: RequestBody) =>
  (content['application/json']?.examples ?? {}) as Record<string, { value: Json }>;

/** Every endpoint with a body: where it is, and its examples. */
const described = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, requestBody }]) =>
      requestBody
        ? [
            {
              operationId,
              path,
              method: method.toUpperCase() as Method,
              examples: Object.values(examplesOf(requestBody)),
            },
          ]
        : [],
    ),
  );

test('every endpoint with a body has an example, and each is sent here', () => {
  expect(described().filter(({ examples }) => examples.length === 0)).toEqual([]);
  expect(steps.map(({ operationId }) => operationId).toSorted()).toEqual(
    described()
      .map(({ operationId }) => operationId)
      .toSorted(),
  );
});

test.each(steps)('the examples of $operationId are answered $status', async (step) => {
  const { path, method, examples } = described().find(({ operationId }) => operationId === step.operationId)!;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name);
  for (const { value } of examples) {
    const json = (step.with ?? ((example) => example))(value);
    const headers = { 'x-api-key': undefined, authorization: `Bearer ${adminToken}` };
    const answer = await writ.caller.call<Json>(method, writ.demo.managementUrl + address, { json, headers });
    expect([answer.status, answer.body]).toEqual([step.status, expect.anything()]);
    if (step.makes !== undefined) known[step.makes] = String(answer.body['id']);
  }
});

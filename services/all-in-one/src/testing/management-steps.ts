import type { Queryable } from '@writ/db';
import { addDeadLetters } from '@writ/event-bus';
import type { OpenApiDocument } from '@writ/docs';
import { eventually } from '@writ/test-kit';
import type { Answer, DemoCaller } from './demo-caller.ts';
import type { RunningWrit } from './start-writ.ts';

type Json = Record<string, unknown>;
type Known = Record<string, string>;

/** A change, in an order in which all named resources exist. */
export type Step = {
  operationId: string;
  status: number;
  /** A name for the id in the answer. */
  makes?: string;
  /** Puts existing ids into the example. */
  with?: (example: Json, known: Known) => Json;
  query?: string;
  /** Names for its path. */
  names?: (known: Known) => Known;
  /** Instead of the administrators' token. */
  headers?: (known: Known) => Record<string, string>;
  /** In the audit; by default administrators, by their token. */
  actor?: object;
  /** Makes what is needed first; returns parameters of the path. */
  after?: (management: Management) => Promise<Known>;
};

const topicOf = (example: Json, known: Known): Json => ({ ...example, topicId: known['topicId'] });

/** For fetched deliveries. */
const newListener: Step = {
  operationId: 'postDestination',
  status: 201,
  with: () => ({ name: 'laptop', type: 'listen', metadata: {} }),
};

export const steps: readonly Step[] = [
  {
    operationId: 'postProject',
    status: 201,
    makes: 'projectIdOrName',
    with: (example) => ({ ...example, name: 'examples', pageKeys: true }),
  },
  { operationId: 'patchProject', status: 200 },
  { operationId: 'postApiKey', status: 201, makes: 'apiKeyId' },
  { operationId: 'postJwtKey', status: 201, makes: 'jwtKeyId' },
  { operationId: 'patchJwtKey', status: 200 },
  { operationId: 'patchApiKey', status: 200 },
  { operationId: 'putIntegrationsBatch', status: 200 },
  { operationId: 'postIntegration', status: 201 },
  {
    operationId: 'postIntegrationRevision',
    status: 201,
    with: (example) => ({
      sourceYaml: `${String(example['sourceYaml']).trimEnd()}\n    displayName: Renamed\n`,
    }),
  },
  { operationId: 'postConnectionsGenerate', status: 201, makes: 'connectionId' },
  { operationId: 'patchConnection', status: 200 },
  { operationId: 'postProviderApp', status: 200, makes: 'providerAppId' },
  { operationId: 'patchProviderApp', status: 200 },
  { operationId: 'postOauthConnect', status: 200 },
  { operationId: 'patchConnectionOauthUpdate', status: 200 },
  { operationId: 'postIntegrationInstallation', status: 201, makes: 'installationId' },
  { operationId: 'patchIntegrationInstallation', status: 200 },
  { operationId: 'postIntegrationInstallationPlan', status: 200 },
  { operationId: 'patchIntegrationObjectConfigContent', status: 200 },
  {
    operationId: 'postIntegrationInstallationConfigRestore',
    status: 200,
    after: async ({ get, known }) => {
      const path = `/integrations/${known['integrationIdOrName']}/installations/${known['installationId']}`;
      const { results } = await get<{ results: { id: string }[] }>(`${path}/configs`);
      return { configId: String(results.at(-1)?.id) };
    },
  },
  { operationId: 'postTopic', status: 201, makes: 'topicId' },
  { operationId: 'patchTopic', status: 200 },
  { operationId: 'postDestination', status: 201 },
  { operationId: 'patchDestination', status: 200 },
  { operationId: 'postDestinationRotateSecret', status: 200 },
  {
    operationId: 'postNotificationEventTopicRoute',
    status: 201,
    makes: 'eventTopicRouteId',
    with: (example, known) => ({ ...topicOf(example, known), eventType: 'read.triggered.done' }),
  },
  { operationId: 'postTopicDestinationRoute', status: 201, makes: 'topicDestinationRouteId', with: topicOf },
  {
    operationId: 'postEvent',
    status: 202,
    with: (example, known) => {
      const projectId = known['projectIdOrName'];
      return { ...example, projectid: projectId, data: { ...(example['data'] as Json), projectId } };
    },
  },
  {
    operationId: 'postEventReplay',
    status: 202,
    after: async ({ get }) => {
      const { results } = await get<{ results: { id: string }[] }>('/events');
      return { storedEventId: String(results[0]?.id) };
    },
  },
  {
    operationId: 'postDeliveryRedeliver',
    status: 200,
    after: async ({ get }) => ({
      deliveryId: await eventually(async () => {
        const { results } = await get<{ results: { id: string }[] }>('/deliveries');
        if (!results[0]) throw new Error('there is no delivery yet');
        return results[0].id;
      }),
    }),
  },
  { operationId: 'postDestinationDisable', status: 200 },
  { operationId: 'postDeliveriesRedeliver', status: 202, query: '?everything=true' },
  { operationId: 'postDestinationEnable', status: 200 },
  { operationId: 'postDestinationReplay', status: 202 },
  { operationId: 'postDestinationTest', status: 200 },
  {
    operationId: 'postDestinationPull',
    status: 200,
    with: (example) => ({ ...example, waitSeconds: 0 }),
    after: async ({ send }) => {
      await send(newListener);
      return { destinationIdOrName: 'laptop' };
    },
  },
  {
    operationId: 'postDeliveryReport',
    status: 200,
    after: async ({ send }) => {
      await send({ operationId: 'postDestinationTest', status: 202 });
      const { body } = await send({ operationId: 'postDestinationPull', status: 200 });
      const [pulled] = body['deliveries'] as { id: string }[];
      return { deliveryId: String(pulled?.id), destinationIdOrName: 'crm-writes' };
    },
  },
  {
    operationId: 'postLanePause',
    status: 200,
    after: async ({ write, get }) => {
      await write();
      const { results } = await get<{ results: { id: string }[] }>('/lanes?kind=provider');
      return { laneId: String(results[0]?.id) };
    },
  },
  { operationId: 'postAnyLanePause', status: 200 },
  {
    operationId: 'postOperationRecordRead',
    status: 200,
    after: async ({ write }) => ({
      operationId: await write({ type: 'update', record: { id: '101', email: 'ada@example.com' } }),
      index: '0',
    }),
  },
  {
    operationId: 'postOperationCancel',
    status: 200,
    after: async ({ write }) => ({ operationId: await write() }),
  },
  { operationId: 'postOperationRetry', status: 200 },
  {
    operationId: 'postOperationsCancel',
    status: 202,
    query: '?everything=true',
    after: async ({ write }) => ({ other: await write() }),
  },
  {
    operationId: 'postOperationsRetry',
    status: 202,
    query: '?everything=true',
    after: async ({ get, known }) => {
      await eventually(async () => {
        const { status } = await get<{ status: string }>(`/operations/${known['other']}`);
        return status === 'failure';
      });
      return {};
    },
  },
  {
    operationId: 'postTaskStop',
    status: 200,
    after: async ({ longTask }) => ({ taskId: await longTask() }),
  },
  { operationId: 'postGroupsExport', status: 202, query: '?groupRef=nobody' },
  { operationId: 'deleteGroups', status: 202, query: '?groupRef=nobody' },
  { operationId: 'postLaneResume', status: 200 },
  { operationId: 'postAnyLaneResume', status: 200 },
  {
    operationId: 'postDeadLetterReplay',
    status: 200,
    after: async ({ deadLetter }) => ({ deadLetterId: await deadLetter() }),
  },
  { operationId: 'postDeadLetterDiscard', status: 204 },
  {
    operationId: 'deleteNotificationEventTopicRoute',
    status: 204,
    after: ({ known }) => Promise.resolve({ routeId: String(known['eventTopicRouteId']) }),
  },
  {
    operationId: 'deleteTopicDestinationRoute',
    status: 204,
    after: ({ known }) => Promise.resolve({ routeId: String(known['topicDestinationRouteId']) }),
  },
  { operationId: 'deleteTopic', status: 204 },
  { operationId: 'deleteDestination', status: 204 },
  { operationId: 'deleteIntegrationInstallation', status: 204 },
  {
    operationId: 'deleteConnection',
    status: 204,
    after: async ({ send, known }) => {
      await send({
        operationId: 'postConnectionsGenerate',
        status: 201,
        makes: 'connectionId',
        with: (example) => ({ ...example, groupRef: 'unused' }),
      });
      return { connectionId: String(known['connectionId']) };
    },
  },
  { operationId: 'deleteIntegration', status: 204 },
  { operationId: 'deleteProviderApp', status: 204 },
  { operationId: 'deleteJwtKey', status: 204 },
  { operationId: 'deleteApiKey', status: 204 },
  {
    operationId: 'deleteProject',
    status: 202,
    names: (known) => ({ projectIdOrName: String(known['erasedProject']) }),
    after: async ({ send }) => {
      const project = { name: 'to-erase', appName: 'To erase' };
      await send({ operationId: 'postProject', status: 201, makes: 'erasedProject', with: () => project });
      return {};
    },
  },
  {
    operationId: 'postSession',
    status: 201,
    with: (_, known) => ({ adminToken: known['adminToken'] }),
    headers: () => ({ 'x-writ-console': '1' }),
  },
  {
    operationId: 'deleteSession',
    status: 204,
    headers: (known) => ({ 'x-writ-console': '1', cookie: String(known['cookie']) }),
    actor: { kind: 'session', id: 'admin' },
  },
];

/** Sends steps to a running service as an administrator. */
export type Management = Awaited<ReturnType<typeof openManagement>>;

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Differences from the step's own request. */
type Otherwise = {
  requestId?: string;
  key?: string;
  /** Replaces parameters of the path. */
  known?: Known;
  query?: string;
};

export async function openManagement(
  { demo, caller }: Pick<RunningWrit, 'demo' | 'caller'>,
  token: string,
  database: Queryable,
) {
  const address = new URL('/openapi.json', demo.managementUrl).href;
  const { body: document } = await caller.call<OpenApiDocument>('GET', address);
  /** Parameters of paths: names from examples, and ids that earlier steps made. */
  const known: Known = {
    integrationIdOrName: 'demo-hubspot',
    objectName: 'contacts',
    destinationIdOrName: 'crm-writes',
    adminToken: token,
  };
  const asAdmin = { 'x-api-key': undefined, authorization: `Bearer ${token}` };
  const described = describedIn(document);

  const request = (step: Step, json: Json | undefined, otherwise: Otherwise): ReturnType<typeof call> => {
    const found = described.find(({ operationId }) => operationId === step.operationId);
    if (!found) throw new Error(`${step.operationId} is not described`);
    const names: Known = { ...known, ...step.names?.(known), ...otherwise.known };
    const path = found.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
    const own = step.headers ? { 'x-api-key': undefined, ...step.headers(known) } : asAdmin;
    const headers = {
      ...(otherwise.key === undefined ? own : { 'x-api-key': otherwise.key }),
      ...(otherwise.requestId !== undefined && { 'x-request-id': otherwise.requestId }),
    };
    return call(found.method, `${demo.managementUrl}${path}${otherwise.query ?? step.query ?? ''}`, {
      json,
      headers,
    });
  };
  const call = (method: Method | 'GET', url: string, sent: Parameters<DemoCaller['call']>[2]) =>
    caller.call<Json>(method, url, sent);

  const keyWith = async (scope: string): Promise<string> => {
    const url = `${demo.managementUrl}/projects/${known['projectIdOrName']}/api-keys`;
    const json = { label: 'test', scopes: [scope] };
    return String((await call('POST', url, { json, headers: asAdmin })).body['key']);
  };

  return {
    known,
    described,
    keyWith,
    /** Ed25519; returns its id. */
    registerKey: async (publicKeyPem: string): Promise<string> => {
      const url = `${demo.managementUrl}/projects/${known['projectIdOrName']}/jwt-keys`;
      const json = { label: 'test', algorithm: 'EdDSA', publicKeyPem };
      return String((await call('POST', url, { json, headers: asAdmin })).body['kid']);
    },
    /** Sends all examples of a step, or no body; returns the last answer. */
    send: async (step: Step, otherwise: Otherwise = {}): Promise<Answer<Json>> => {
      const examples = described.find(({ operationId }) => operationId === step.operationId)?.examples;
      let answer: Answer<Json> | undefined;
      for (const example of examples ?? [undefined]) {
        const json = example && (step.with?.(example, known) ?? example);
        answer = await request(step, json, otherwise);
        if (answer.status === step.status && step.makes !== undefined)
          known[step.makes] = String(answer.body['id']);
        const cookie = answer.headers['set-cookie'];
        if (typeof cookie === 'string') known['cookie'] = cookie.split(';', 1)[0] ?? '';
      }
      if (!answer) throw new Error(`${step.operationId} has no example`);
      return answer;
    },
    /** Relative to the steps' project. */
    get: async <Body>(path: string): Promise<Body> => {
      const url = `${demo.managementUrl}/projects/${known['projectIdOrName']}${path}`;
      return (await call('GET', url, { headers: asAdmin })).body as Body;
    },
    /** These headers replace the administrators' token. */
    getAs: (path: string, headers: Record<string, string>) =>
      call('GET', `${demo.managementUrl}/projects/${known['projectIdOrName']}${path}`, {
        headers: { 'x-api-key': undefined, ...headers },
      }),
    /** For administrators only. */
    getAll: async <Body>(path: string): Promise<Body> =>
      (await call('GET', demo.managementUrl + path, { headers: asAdmin })).body as Body,
    /** Only the bus can bring an unreadable message, so inserts one. */
    deadLetter: async (): Promise<string> => {
      const message = { topic: 'lifecycle-events', key: 'k', headers: {}, value: Buffer.from('x') };
      await addDeadLetters(database, [{ message, kind: 'unreadable', reason: 'The message is not JSON.' }]);
      const url = `${demo.managementUrl}/dead-letters?pageSize=1`;
      const { results } = (await call('GET', url, { headers: asAdmin })).body as {
        results: { id: string }[];
      };
      return String(results[0]?.id);
    },
    /** Its end cannot be stored, so it runs until stopped. */
    longTask: async (): Promise<string> => {
      await database.query("ALTER TABLE task ADD CONSTRAINT goes_on CHECK (state <> 'done') NOT VALID");
      const cancel = { operationId: 'postOperationsCancel', status: 202, query: '?everything=true' };
      return String((await request(cancel, undefined, {})).body['taskId']);
    },
    /** Asynchronously; returns the operation. */
    write: async (
      given: Json = { type: 'create', record: { email: 'ada@example.com' } },
    ): Promise<string> => {
      const { projectIdOrName, integrationIdOrName, objectName } = known;
      const url = `${demo.writeUrl}/projects/${projectIdOrName}/integrations/${integrationIdOrName}/objects/${objectName}`;
      const json = { groupRef: demo.groupRef, mode: 'asynchronous', ...given };
      const headers = { 'x-api-key': (known['fullKey'] ??= await keyWith('full')) };
      return String((await call('POST', url, { json, headers })).body['operationId']);
    },
  };
}

/** Endpoints that change something. */
export const describedIn = (document: OpenApiDocument) =>
  operationsIn(document).flatMap(({ method, ...one }) => (method === 'GET' ? [] : [{ ...one, method }]));

/** With the examples of their bodies, or undefined. */
export const operationsIn = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, requestBody, security }]) => ({
      operationId,
      path,
      method: method.toUpperCase() as Method | 'GET',
      isPublic: security.length === 0,
      examples: requestBody && examplesOf(requestBody.content['application/json']?.examples),
    })),
  );

const examplesOf = (examples: unknown): Json[] =>
  Object.values((examples ?? {}) as Record<string, { value: Json }>).map(({ value }) => value);

import type { Operation } from '@writ/contracts';
import type { DemoFile } from '@writ/installations';
import type { JournalEntry, SandboxRecord } from '@writ/sandbox-crm';
import { eventually, openApiWitness } from '@writ/test-kit';
import { request } from 'undici';

/** An answer with its body read as JSON; `{}` where there is none. */
export type Answer<Body = Record<string, unknown>> = {
  status: number;
  type: string | undefined;
  headers: Readonly<Record<string, unknown>>;
  body: Body;
};

/** What is sent beside what the demo's caller sends anyway; a header that is undefined is left out. */
type Sent = { json?: unknown; text?: string; headers?: Record<string, string | undefined> };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Provider = keyof DemoFile['integrations'];

/** The verbs in which tests of the embedded form speak; each answer has to be one that its host describes. */
export type DemoCaller = ReturnType<typeof demoCaller>;

export function demoCaller(demo: DemoFile) {
  const { managementUrl, writeUrl, sandboxUrl, project, apiKey, groupRef, integrations } = demo;
  const projectUrl = `${managementUrl}/projects/${project}`;
  const witness = openApiWitness();

  const call = async <Body>(method: Method, url: string, sent: Sent = {}): Promise<Answer<Body>> => {
    const body = sent.text ?? (sent.json === undefined ? undefined : JSON.stringify(sent.json));
    const given = {
      'x-api-key': apiKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    };
    const headers = Object.fromEntries(
      Object.entries<string | undefined>(given).filter(([, value]) => value !== undefined),
    );
    const answer = await request(url, { method, headers, ...(body !== undefined && { body }) });
    const text = await answer.body.text();
    const type = String(answer.headers['content-type']).split(';')[0];
    const isText = text !== '' && type?.startsWith('text/') === true;
    const seen = {
      status: answer.statusCode,
      type,
      headers: answer.headers,
      body: (isText ? text : text === '' ? {} : JSON.parse(text)) as Body,
    };
    await witness({ method, url, ...seen });
    return seen;
  };

  const objectUrl = (provider: Provider, objectName: string) =>
    `${writeUrl}/projects/${project}/integrations/${integrations[provider]}/objects/${objectName}`;
  const sandbox = async <Body>(path: string): Promise<Body> =>
    (await call<Body>('GET', `${sandboxUrl}/_sandbox${path}`)).body;
  const manage = <Body = { id: string }>(method: Method, path: string, json?: unknown) =>
    call<Body>(method, `${projectUrl}${path}`, json === undefined ? {} : { json });

  return {
    call,
    manage,
    objectUrl,
    /** Writes for the demo's group. */
    write: <Body = Record<string, unknown>>(provider: Provider, objectName: string, json: object) =>
      call<Body>('POST', objectUrl(provider, objectName), { json: { groupRef, ...json } }),
    /** The operation, once it has ended. */
    endOf: (operationId: string): Promise<Operation> =>
      eventually(async () => {
        const { body } = await manage<Operation>('GET', `/operations/${operationId}`);
        if (body.status === 'in_progress') throw new Error(`operation ${operationId} has not ended`);
        return body;
      }),
    /** What the requests that reached the sandbox did to a record, in their order. */
    effectsOn: async (recordId: string): Promise<string[]> =>
      (await sandbox<JournalEntry[]>('/journal'))
        .flatMap(({ effects }) => effects)
        .filter(({ id }) => id === recordId)
        .map(({ action }) => action),
    journalLength: async () => (await sandbox<JournalEntry[]>('/journal')).length,
    records: (provider: Provider, type: string) =>
      sandbox<SandboxRecord[]>(`/records/${provider}/${groupRef}/${type}`),
    /** Leads the events of a type to a receiver, and gives the key that signs them. */
    subscribe: async (url: string, eventType: string): Promise<string> => {
      const name = `test-${Date.now().toString(36)}`;
      const destination = await manage('POST', '/destinations', { name, type: 'webhook', metadata: { url } });
      const topic = await manage('POST', '/topics', { name });
      const topicId = topic.body.id;
      await manage('POST', '/notification-event-topic-routes', { topicId, eventType });
      await manage('POST', '/topic-destination-routes', { topicId, destinationId: destination.body.id });
      const shown = await manage<{ secrets: { webhookSigningKey: string } }>(
        'GET',
        `/destinations/${destination.body.id}?includeSecrets=true`,
      );
      return shown.body.secrets.webhookSigningKey;
    },
  };
}

import type { DemoFile } from '@writ/installations';
import type { JournalEntry, SandboxRecord } from '@writ/sandbox-crm';
import type { NotificationType, Operation } from '@writ/sdk';
import { openApiWitness, subscribe, testWrit } from '@writ/test-kit';
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
  const writ = testWrit(demo);

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
    const isText = text !== '' && /^text\/|\/x-ndjson$/.test(type ?? '');
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
    write: <Body = Record<string, unknown>>(
      provider: Provider,
      objectName: string,
      json: object,
      headers: Record<string, string> = {},
    ) => call<Body>('POST', objectUrl(provider, objectName), { headers, json: { groupRef, ...json } }),
    /** The operation, once it has ended. */
    endOf: (operationId: string): Promise<Operation> => writ.operation(operationId).wait(),
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
    subscribe: async (url: string, eventType: NotificationType): Promise<string> =>
      (await subscribe(writ, url, eventType)).secret,
  };
}

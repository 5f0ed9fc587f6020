import type { DemoFile } from '@writ/installations';
import type { JournalEntry, SandboxRecord } from '@writ/sandbox-crm';
import type { NotificationType, Operation } from '@writ/sdk';
import { openApiWitness, subscribe, testWrit } from '@writ/test-kit';
import { request } from 'undici';

/** `{}` without a body. */
export type Answer<Body = Record<string, unknown>> = {
  status: number;
  type: string | undefined;
  headers: Readonly<Record<string, unknown>>;
  body: Body;
};

/** Added to the caller's own headers; an undefined header is removed. */
type Sent = { json?: unknown; text?: string; headers?: Record<string, string | undefined> };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Provider = keyof DemoFile['integrations'];

/** Verbs for tests. Each answer must fit its host's description. */
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
    /** For the demo's group. */
    write: <Body = Record<string, unknown>>(
      provider: Provider,
      objectName: string,
      json: object,
      headers: Record<string, string> = {},
    ) => call<Body>('POST', objectUrl(provider, objectName), { headers, json: { groupRef, ...json } }),
    /** Waits for the end. */
    endOf: (operationId: string): Promise<Operation> => writ.operation(operationId).wait(),
    /** Effects of the sandbox's requests on a record, in order. */
    effectsOn: async (recordId: string): Promise<string[]> =>
      (await sandbox<JournalEntry[]>('/journal'))
        .flatMap(({ effects }) => effects)
        .filter(({ id }) => id === recordId)
        .map(({ action }) => action),
    journalLength: async () => (await sandbox<JournalEntry[]>('/journal')).length,
    records: (provider: Provider, type: string) =>
      sandbox<SandboxRecord[]>(`/records/${provider}/${groupRef}/${type}`),
    /** Routes events of a type to a receiver; returns the signing key. */
    subscribe: async (url: string, eventType: NotificationType): Promise<string> =>
      (await subscribe(writ, url, eventType)).secret,
  };
}

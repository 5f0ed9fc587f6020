import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '@writ/sandbox-crm';
import type { NotificationType, Operation } from '@writ/sdk';
import { openApiWitness, subscribe, testWrit } from '@writ/test-kit';
import { request } from 'undici';
import { sandboxAt } from '../caller/sandbox.ts';

export type Answer<Body> = { status: number; type: string | undefined; body: Body };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type DemoFile = {
  managementUrl: string;
  writeUrl: string;
  sandboxUrl: string;
  project: string;
  apiKey: string;
  groupRef: string;
};

/**
 * Verbs for tests: a backend with the demo's key, and the sandbox's operator. Each answer must fit its host's
 * description.
 */
export type DemoCaller = Awaited<ReturnType<typeof demoCaller>>;

export async function demoCaller(dataDir: string) {
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
  const { managementUrl, writeUrl, sandboxUrl, project, groupRef } = demo;
  const contacts = `${writeUrl}/projects/${project}/integrations/demo-hubspot/objects/contacts`;
  const writ = testWrit(demo);
  const acme = writ.integration('demo-hubspot').for(groupRef);
  const call = callWith(demo.apiKey);
  const manage = <Body = { id: string }>(method: Method, path: string, json?: unknown) =>
    call<Body>(method, `${managementUrl}/projects/${project}${path}`, json);
  const sandbox = sandboxAt(sandboxUrl);

  return {
    manage,
    write: <Body>(json: object, headers: Record<string, string> = {}) =>
      call<Body>('POST', contacts, { groupRef, ...json }, headers),
    /** Sends all requests concurrently; returns ids in the same order. */
    createLater: (emails: readonly string[]): Promise<string[]> =>
      Promise.all(emails.map(async (email) => (await acme.createLater('contacts', { email })).operationId)),
    endOf: (operationId: string): Promise<Operation> => writ.operation(operationId).wait(),
    /** Returns the destination's id and signing key. */
    subscribe: (url: string, eventTypes: readonly NotificationType[]) => subscribe(writ, url, ...eventTypes),
    sandbox: {
      journal: () => sandbox.journal(),
      contacts: () => sandbox.contacts(groupRef),
      failCreateOf: (email: string, then: Fault['then']) =>
        sandbox.play({ provider: 'hubspot', match: { method: 'POST', record: { email } }, then }),
      liftQuota: () => sandbox.liftQuota(groupRef),
    },
  };
}

function callWith(apiKey: string) {
  const witness = openApiWitness();
  return async <Body>(
    method: Method,
    url: string,
    json?: unknown,
    added: Record<string, string> = {},
  ): Promise<Answer<Body>> => {
    const answer = await request(url, {
      method,
      headers: {
        ...added,
        'x-api-key': apiKey,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await answer.body.text();
    const seen = {
      status: answer.statusCode,
      type: answer.headers['content-type']?.toString().split(';')[0],
      body: (text === '' ? {} : JSON.parse(text)) as Body,
    };
    await witness({ method, url, ...seen });
    return seen;
  };
}

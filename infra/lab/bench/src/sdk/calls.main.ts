import { randomUUID } from 'node:crypto';
import { Writ } from '@writ/sdk';
import { serveTasks } from '@writ/test-kit/serve-tasks';

export type CallsTask = { by: 'fetch' | 'sdk'; url: string; count: number };
export type CallsResult = { wallMs: number; cpuMs: number };

async function call({ by, url, count }: CallsTask): Promise<CallsResult> {
  const record = { email: 'ada@example.com', firstname: 'Ada', lastname: 'Lovelace' };
  const writ = new Writ({ apiKey: 'key', project: 'demo', managementUrl: url, writeUrl: url });
  const acme = writ.integration('demo-hubspot').for('acme');
  const bare = async (): Promise<unknown> => {
    const answer = await fetch(`${url}/projects/demo/integrations/demo-hubspot/objects/contacts`, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        'X-Api-Key': 'key',
      },
      body: JSON.stringify({ groupRef: 'acme', type: 'create', record }),
    });
    return answer.json();
  };
  const one = by === 'sdk' ? () => acme.create('contacts', record) : bare;
  const [began, before] = [performance.now(), process.cpuUsage()];
  for (let done = 0; done < count; done += 1) await one();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: (performance.now() - began) / count, cpuMs: (user + system) / 1000 / count };
}

serveTasks(call);

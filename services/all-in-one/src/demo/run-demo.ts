import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Operation } from '@writ/contracts';
import type { DemoFile } from '@writ/installations';
import { Webhook } from 'standardwebhooks';
import { request, type Dispatcher } from 'undici';

type Tell = (line: string) => void;

/**
 * The whole road, told step by step against a running start: a synchronous create, an asynchronous one, its operation,
 * and the signed webhook that tells of its end. What it makes for the webhook it removes again.
 */
export async function runDemo(demo: DemoFile, tell: Tell): Promise<void> {
  const call = callApi(demo.apiKey);
  const project = `${demo.managementUrl}/projects/${demo.project}`;
  const contacts = `${demo.writeUrl}/projects/${demo.project}/integrations/${demo.integrations.hubspot}/objects/contacts`;
  const unique = Date.now().toString(36);

  tell('1. A receiver of webhooks listens, and a topic leads the events of ended writes to it.');
  const receiver = await startReceiver();
  const destination = await call<{ id: string }>('POST', `${project}/destinations`, {
    name: `demo-${unique}`,
    type: 'webhook',
    metadata: { url: receiver.url },
  });
  const topic = await call<{ id: string }>('POST', `${project}/topics`, { name: `demo-${unique}` });
  await call('POST', `${project}/notification-event-topic-routes`, {
    topicId: topic.id,
    eventType: 'write.async.done',
  });
  await call('POST', `${project}/topic-destination-routes`, {
    topicId: topic.id,
    destinationId: destination.id,
  });
  const { secrets } = await call<{ secrets: { webhookSigningKey: string } }>(
    'GET',
    `${project}/destinations/${destination.id}?includeSecrets=true`,
  );
  try {
    tell('\n2. A contact is created at once: the answer holds the record.');
    const now = await call('POST', contacts, {
      groupRef: demo.groupRef,
      type: 'create',
      record: { email: `now-${unique}@example.com`, firstname: 'Ada' },
    });
    tell(JSON.stringify(now, undefined, 2));

    tell('\n3. Another one is created later: the answer is an operation that has been stored.');
    const { operationId } = await call<{ operationId: string }>('POST', contacts, {
      groupRef: demo.groupRef,
      type: 'create',
      mode: 'asynchronous',
      record: { email: `later-${unique}@example.com`, firstname: 'Grace' },
    });
    tell(JSON.stringify({ operationId }, undefined, 2));

    tell('\n4. The webhook says that it is done; its signature is checked by the official verifier.');
    const webhook = await receiver.next((body) => body.includes(operationId));
    const event = new Webhook(secrets.webhookSigningKey).verify(webhook.body, webhook.headers);
    tell(JSON.stringify(event, undefined, 2));

    tell('\n5. The operation says the same.');
    tell(JSON.stringify(await call<Operation>('GET', `${project}/operations/${operationId}`), undefined, 2));
  } finally {
    await call('DELETE', `${project}/topics/${topic.id}`);
    await call('DELETE', `${project}/destinations/${destination.id}`);
    receiver.close();
  }
  tell('\nThat is the whole road.');
}

/** Calls the API with a key. @throws Error with the problem's detail when the answer is no success. */
const callApi =
  (apiKey: string) =>
  async <Answer>(method: Dispatcher.HttpMethod, url: string, body?: unknown): Promise<Answer> => {
    const answer = await request(url, {
      method,
      headers: { 'X-Api-Key': apiKey, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${url} was answered ${answer.statusCode}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };

type Received = { body: string; headers: Record<string, string> };

const webhookLimitMs = 30_000;

async function startReceiver() {
  const received: Received[] = [];
  let look = (): void => undefined;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      received.push({ body, headers: request.headers as Record<string, string> });
      response.writeHead(204).end();
      look();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    next: (matches: (body: string) => boolean) =>
      new Promise<Received>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no webhook came within 30 s')), webhookLimitMs);
        look = () => {
          const found = received.find(({ body }) => matches(body));
          if (!found) return;
          clearTimeout(timer);
          resolve(found);
        };
        look();
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DemoFile } from '@writ/installations';
import { Writ } from '@writ/sdk';

type Tell = (line: string) => void;

/**
 * Prints each step against a running start: a synchronous create, an asynchronous one, its operation, and the signed
 * webhook about its end. Removes its topic and destination at the end.
 */
export async function runDemo(demo: DemoFile, tell: Tell): Promise<void> {
  const writ = new Writ(demo);
  const customer = writ.integration(demo.integrations.hubspot).for(demo.groupRef);
  const unique = Date.now().toString(36);
  const show = (value: unknown): void => tell(JSON.stringify(value, undefined, 2));

  tell('1. A webhook receiver listens, and a topic routes the events of ended writes to it.');
  const receiver = await startReceiver();
  const name = `demo-${unique}`;
  const metadata = { url: receiver.url };
  const { id: destinationId } = await writ.destinations.create({ name, type: 'webhook', metadata });
  const { id: topicId } = await writ.topics.create({ name });
  await writ.eventRoutes.create({ topicId, eventType: 'write.async.done' });
  await writ.destinationRoutes.create({ topicId, destinationId });
  const { secrets } = await writ.destinations.get(destinationId, { includeSecrets: true });
  try {
    tell('\n2. Create a contact synchronously: the answer contains the record.');
    show(await customer.create('contacts', { email: `now-${unique}@example.com`, firstname: 'Ada' }));

    tell('\n3. Create one asynchronously: the answer is the id of a stored operation.');
    const later = { email: `later-${unique}@example.com`, firstname: 'Grace' };
    const operation = await customer.createLater('contacts', later);
    const { operationId } = operation;
    show({ operationId });

    tell('\n4. The webhook reports the end; its signature is verified.');
    const webhook = await receiver.next((body) => body.includes(operationId));
    show(await writ.webhooks.verify(webhook.body, webhook.headers, secrets?.webhookSigningKey ?? []));

    tell('\n5. The operation shows the same.');
    show(await operation.get());
  } finally {
    await writ.topics.delete(topicId);
    await writ.destinations.delete(destinationId);
    receiver.close();
  }
  tell('\nDone.');
}

type Received = { body: string; headers: Record<string, string> };

const webhookLimitMs = 120_000;

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
        const timer = setTimeout(
          () => reject(new Error(`no webhook came within ${webhookLimitMs / 1000} s`)),
          webhookLimitMs,
        );
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

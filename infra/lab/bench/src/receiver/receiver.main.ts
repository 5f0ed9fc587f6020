import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveTasks } from '@writ/test-kit/serve-tasks';
import { summarizeLatencies } from '../measure/latencies.ts';
import type { Examined, ReceiverResult, ReceiverTask } from './receiver-task.ts';

type Arrival = { webhookId: string; body: Buffer; atMs: number };

// Deliveries and yardstick share this process, so it only looks at requests when asked.
let arrivals: Arrival[] = [];
let behaviour: Required<Omit<Extract<ReceiverTask, { do: 'behave' }>, 'do'>> = {
  delayMs: 0,
  apart: [],
  fail: false,
};
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const [first] = chunks;
    const body = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
    const apart = behaviour.apart.indexOf(request.url ?? '');
    if (apart < 0)
      arrivals.push({ webhookId: String(request.headers['webhook-id']), body, atMs: Date.now() });
    if (apart >= 0 && behaviour.fail) failNow(response, apart);
    else if (behaviour.delayMs > 0) setTimeout(() => response.end(), behaviour.delayMs);
    else response.end();
  });
});

const failEvery = 10;
let asked = 0;

function failNow(response: ServerResponse, apart: number): void {
  if (apart === 0) return;
  asked += 1;
  response.writeHead(asked % failEvery === 0 ? 500 : 200).end();
}

function examine(): Examined {
  const events = arrivals.map(({ body }) => JSON.parse(body.toString()) as { id: string; time: string });
  return {
    eventIds: events.map(({ id }) => id),
    repeatedWebhookIds: arrivals.length - new Set(arrivals.map(({ webhookId }) => webhookId)).size,
    latency: summarizeLatencies(
      arrivals.map(({ atMs }, index) => atMs - Date.parse(events[index]?.time ?? '')),
    ),
  };
}

serveTasks(async (task: ReceiverTask): Promise<ReceiverResult> => {
  if (task.do === 'listen') await once(server.listen(0, '127.0.0.1'), 'listening');
  if (task.do === 'behave') behaviour = { delayMs: 0, apart: [], fail: false, ...task };
  if (task.do === 'forget') arrivals = [];
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: arrivals.length,
    lastAtMs: arrivals.at(-1)?.atMs ?? 0,
    ...(task.do === 'examine' && { examined: examine() }),
  };
});

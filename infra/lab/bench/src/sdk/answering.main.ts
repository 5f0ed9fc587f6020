import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveTasks } from '@writ/test-kit/serve-tasks';

const answer = JSON.stringify({
  operationId: '01a20655-9bc9-727b-86fc-593992faa2f9',
  result: { success: true, recordId: '101', data: { id: '101' } },
});

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

serveTasks(listen);

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { writeRequestSchema } from '@writ/contracts';
import { Ajv } from 'ajv';
import express from 'express';
import { serveTasks } from '@writ/test-kit/serve-tasks';

/** Yardstick y1: an Express app that validates a write's body with ajv and answers immediately. */
async function listen(): Promise<string> {
  const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(writeRequestSchema);
  const app = express().disable('etag').disable('x-powered-by');
  app.post('/write', express.json(), (request, response) => {
    if (validate(request.body)) response.json({ operationId: randomUUID() });
    else response.status(400).json(validate.errors);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/write`;
}

serveTasks(listen);

import { systemSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http';
import { readSystem, type SystemParts } from '../system/read-system.ts';

export const getSystem = (parts: SystemParts) =>
  endpoint({
    method: 'get',
    path: '/system',
    summary: 'Show the state of the whole installation',
    access: 'admin',
    answers: { 200: systemSchema },
    docs: {
      operationId: 'getSystem',
      description:
        'This service checks what it can see itself; every 15 seconds each process reports what only it can see. A part that does not answer within a second is a finding.',
    },
    handle: async () => ok(await readSystem(parts)),
  });

import { systemSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { readSystem, type SystemParts } from '../system/read-system.ts';

export const getSystem = (parts: SystemParts) =>
  endpoint({
    method: 'get',
    path: '/system',
    summary: 'Tell how the whole installation is',
    access: 'admin',
    answers: { 200: systemSchema },
    docs: {
      operationId: 'getSystem',
      description:
        'What can be seen from here is looked at now; what processes see alone they tell every 15 seconds. A part that does not answer within a second is a finding.',
    },
    handle: async () => ok(await readSystem(parts)),
  });

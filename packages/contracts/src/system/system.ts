import type { FromSchema } from 'json-schema-to-ts';
import { time } from '../fields.ts';
import { closedObject } from '../schema.ts';
import { findingKinds, levels, type FindingCode } from './finding-kinds.ts';

const codes = Object.keys(findingKinds) as [FindingCode, ...FindingCode[]];

/** How the whole installation is (Contract §4.7). */
export const systemSchema = closedObject({
  $id: 'System',
  properties: {
    time: { ...time, description: 'When it was looked at.' },
    findings: {
      type: 'array',
      description: 'What is not as it should be; errors first. Empty: nothing was found.',
      items: closedObject({
        optional: ['process'],
        properties: {
          code: { enum: codes, description: 'What it is.' },
          level: { enum: levels, description: '`error`: somebody has to act now; `warning`: soon.' },
          title: { type: 'string', description: 'In a few words.', examples: ['Redis cannot be reached'] },
          detail: {
            type: 'string',
            description: 'What there is to see.',
            examples: ['connect ECONNREFUSED'],
          },
          remedy: { type: 'string', description: 'What to do.', examples: ['Start Redis.'] },
          time: { ...time, description: 'When it was seen.' },
          process: {
            type: 'string',
            description: 'The service whose process saw it; absent where it was seen just now.',
            examples: ['notification'],
          },
        },
      }),
    },
    versions: closedObject({
      description: 'What runs.',
      optional: ['redis'],
      properties: {
        product: { type: 'string', description: 'Release of the process that answers.', examples: ['0.1.0'] },
        postgres: { type: 'string', description: 'Version of Postgres.', examples: ['17.2'] },
        redis: { type: 'string', description: 'Version of Redis; absent without one.', examples: ['7.4.1'] },
        services: {
          type: 'array',
          description: 'Processes that have told of themselves within the last minute.',
          items: closedObject({
            properties: {
              service: { type: 'string', description: 'Name of the service.', examples: ['write-worker'] },
              version: { type: 'string', description: 'Its release.', examples: ['0.1.0'] },
              processes: { type: 'integer', description: 'How many of them run.', examples: [2] },
            },
          }),
        },
      },
    }),
    leaders: {
      type: 'array',
      description: 'Work that one process does for all.',
      items: closedObject({
        properties: {
          name: { type: 'string', description: 'Which work.', examples: ['sweep:provider'] },
          active: { type: 'boolean', description: 'Whether a process does it now.' },
          until: { ...time, description: 'How long its lease lasts, or lasted.' },
        },
      }),
    },
  },
});

export type System = FromSchema<typeof systemSchema>;
export type Finding = System['findings'][number];

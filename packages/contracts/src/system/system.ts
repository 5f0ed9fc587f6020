import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, flag, oneOf, text, timeOf, whole } from '../fields.ts';
import { closedObject } from '../schema.ts';
import { findingKinds, levels, type FindingCode } from './finding-kinds.ts';

const codes = Object.keys(findingKinds) as [FindingCode, ...FindingCode[]];

export const systemSchema = closedObject({
  $id: 'System',
  properties: {
    time: timeOf('When it was checked.'),
    findings: arrayOf(
      'Findings, errors first; empty if all is well.',
      closedObject({
        optional: ['process'],
        properties: {
          code: oneOf(codes, 'Code of the finding.'),
          level: oneOf(levels, '`error` needs action now, `warning` soon.'),
          title: text('In a few words.', 'Redis cannot be reached'),
          detail: text('What was seen.', 'connect ECONNREFUSED'),
          remedy: text('What to do.', 'Start Redis.'),
          time: timeOf('When it was seen.'),
          process: text('The service whose process saw it; absent if it was seen just now.', 'notification'),
        },
      }),
    ),
    versions: closedObject({
      description: 'What runs.',
      optional: ['redis'],
      properties: {
        product: text('Release of the process that answers.', '0.1.0'),
        postgres: text('Version of Postgres.', '17.2'),
        redis: text('Version of Redis; absent without one.', '7.4.1'),
        services: arrayOf(
          'Processes that reported within the last minute.',
          closedObject({
            properties: {
              service: text('Name of the service.', 'write-worker'),
              version: text('Its release.', '0.1.0'),
              processes: whole('How many of them run.', 2),
            },
          }),
        ),
      },
    }),
    leaders: arrayOf(
      'Work that one process does for all.',
      closedObject({
        properties: {
          name: text('Which work.', 'sweep:provider'),
          active: flag('Whether a process does it now.'),
          until: timeOf('How long its lease lasts, or lasted.'),
        },
      }),
    ),
  },
});

export type System = FromSchema<typeof systemSchema>;
export type Finding = System['findings'][number];

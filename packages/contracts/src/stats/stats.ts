import type { FromSchema } from 'json-schema-to-ts';
import { time } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';

/** So far back buckets of a size reach, in hours; and from when on they are told unless asked. */
export const statsReach = {
  minute: { mostHours: 6, usualHours: 1 },
  hour: { mostHours: 31 * 24, usualHours: 24 },
  day: { mostHours: 366 * 24, usualHours: 30 * 24 },
} as const;

export type StatsBucket = keyof typeof statsReach;

const bucket = { enum: ['minute', 'hour', 'day'] } as const;

export const statsQuerySchema = partialObject({
  properties: {
    since: {
      ...time,
      description:
        'From the bucket on that this time is in: 6 hours back at most by minutes, 31 days by hours, 366 by days. The last hour, day or 30 days when absent.',
    },
    bucket: { ...bucket, description: 'How long a bucket is, in UTC; `hour` when absent.' },
  },
});

const provider = {
  type: 'string',
  description: 'Provider that is written to.',
  examples: ['hubspot'],
} as const;
const resource = { type: 'string', description: 'Object that is written.', examples: ['contacts'] } as const;

const bucketSchema = closedObject({
  properties: {
    time: { ...time, description: 'When the bucket begins.' },
    provider,
    resource,
    accepted: { type: 'integer', description: 'Operations that were accepted in it.', examples: [120] },
    ended: {
      type: 'array',
      description: 'Operations that ended in it, by how.',
      items: closedObject({
        optional: ['fault'],
        properties: {
          status: { enum: ['success', 'failure'], description: 'How they ended.' },
          fault: {
            type: 'string',
            description: 'Kind of the failure, where a record failed and it is known.',
            examples: ['invalid'],
          },
          count: { type: 'integer', description: 'How many.', examples: [118] },
        },
      }),
    },
  },
});

/** How many operations were accepted and ended (Contract §4.7). */
export const statsSchema = closedObject({
  $id: 'Stats',
  properties: {
    since: {
      ...time,
      description: 'From when on it is told: later than asked where there is more than one answer tells.',
    },
    bucket: { ...bucket, description: 'How long a bucket is.' },
    buckets: {
      type: 'array',
      items: bucketSchema,
      description: 'By time, provider and object; what had nothing is left out. Some seconds late.',
    },
    due: {
      type: 'array',
      description:
        'What is due now and not under way. Of each account the first operations are looked at, so an object may be missing that younger ones alone are of.',
      items: closedObject({
        properties: {
          provider,
          resource,
          oldestDue: { ...time, description: 'Since when the oldest is due.' },
        },
      }),
    },
  },
});

export type Stats = FromSchema<typeof statsSchema>;

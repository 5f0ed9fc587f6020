import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, oneOf, text, timeOf, whole } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';

/** By bucket size: reach and usual span, in hours. */
export const statsReach = {
  minute: { mostHours: 6, usualHours: 1 },
  hour: { mostHours: 31 * 24, usualHours: 24 },
  day: { mostHours: 366 * 24, usualHours: 30 * 24 },
} as const;

export type StatsBucket = keyof typeof statsReach;

const bucket = { enum: ['minute', 'hour', 'day'] } as const;

export const statsQuerySchema = partialObject({
  properties: {
    since: timeOf(
      'Start of the figures, rounded down to a bucket: at most 6 hours ago by minutes, 31 days by hours, 366 by days. By default the last hour, day or 30 days.',
    ),
    bucket: { ...bucket, description: 'Length of a bucket, in UTC; by default `hour`.' },
  },
});

const provider = text('Provider that is written to.', 'hubspot');
const resource = text('Object that is written.', 'contacts');

const bucketSchema = closedObject({
  properties: {
    time: timeOf('When the bucket begins.'),
    provider,
    resource,
    accepted: whole('Operations that were accepted in it.', 120),
    ended: arrayOf(
      'Operations that ended in it, by outcome.',
      closedObject({
        optional: ['fault'],
        properties: {
          status: oneOf(['success', 'failure'], 'How they ended.'),
          fault: text('Kind of the failure, if a record failed and the kind is known.', 'invalid'),
          count: whole('Their number.', 118),
        },
      }),
    ),
  },
});

export const statsSchema = closedObject({
  $id: 'Stats',
  properties: {
    since: timeOf('Start of the figures; later than requested if the answer would be too long.'),
    bucket: { ...bucket, description: 'Length of a bucket.' },
    buckets: arrayOf(
      'By time, provider and object, some seconds late; empty ones are left out.',
      bucketSchema,
    ),
    due: arrayOf(
      'Due operations that are not in flight. Only the first operations of each account are counted, so objects of younger ones may be missing.',
      closedObject({
        properties: {
          provider,
          resource,
          oldestDue: timeOf('Since when the oldest is due.'),
        },
      }),
    ),
  },
});

export type Stats = FromSchema<typeof statsSchema>;

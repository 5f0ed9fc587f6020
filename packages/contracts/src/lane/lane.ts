import type { FromSchema } from 'json-schema-to-ts';
import { id, time } from '../fields.ts';
import { closedObject } from '../schema.ts';

/** The backlog of one provider account or of one destination (Contract §4.7). */
export const laneSchema = closedObject({
  $id: 'Lane',
  optional: ['provider', 'account', 'groupRefs', 'moreGroups', 'moreQueued', 'oldestDue', 'waiting'],
  properties: {
    id: { ...id, description: "Lane id; of a destination's lane, the destination's id." },
    projectId: { ...id, description: 'Project whose backlog it is.' },
    kind: {
      enum: ['provider', 'destination'],
      description: 'Whether it holds writes to a provider account, or deliveries to a destination.',
    },
    provider: { type: 'string', description: 'Of a provider account.', examples: ['hubspot'] },
    account: { type: 'string', description: "The provider's own id of the account.", examples: ['25104733'] },
    groupRefs: {
      type: 'array',
      items: { type: 'string' },
      description: 'Groups whose connections lead to the account: 20 at most.',
      examples: [['acme']],
    },
    moreGroups: { type: 'boolean', description: 'True when there are more groups than are listed.' },
    queued: { type: 'integer', description: 'How many wait, counted up to 10,000.', examples: [312] },
    moreQueued: { type: 'boolean', description: 'True when there are more than were counted.' },
    oldestDue: { ...time, description: 'When the first of them is due, or was.' },
    rate: {
      type: 'number',
      description: 'How many were done a second, over about the last minute.',
      examples: [12.4],
    },
    waiting: closedObject({
      description: 'Why nothing of it is sent now.',
      optional: ['until'],
      properties: {
        reason: {
          enum: ['quota', 'outage', 'paused'],
          description:
            "`quota`: the provider's limit is used up; `outage`: the other side is down; `paused`: by an operator.",
        },
        until: { ...time, description: 'When it goes on; absent while it is paused.' },
      },
    }),
    createTime: { ...time, description: 'When it was first used.' },
  },
});

export type Lane = FromSchema<typeof laneSchema>;

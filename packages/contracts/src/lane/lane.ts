import type { FromSchema } from 'json-schema-to-ts';
import { id, shortText, time } from '../fields.ts';
import { actorKinds } from '../audit/audit-entry.ts';
import { failing } from '../notification/destination.ts';
import { closedObject, partialObject } from '../schema.ts';

/** The backlog of one provider account or of one destination (Contract §4.7). */
export const laneSchema = closedObject({
  $id: 'Lane',
  optional: [
    'provider',
    'account',
    'groupRefs',
    'moreGroups',
    'moreQueued',
    'oldestDue',
    'waiting',
    'paused',
    'lastFault',
    'quota',
    'breaker',
    'notKnown',
    'failing',
    'disabled',
  ],
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
    paused: closedObject({
      description: 'Of a lane that is paused: when, by whom and why.',
      optional: ['reason'],
      properties: {
        time: { ...time, description: 'When it was paused last.' },
        by: closedObject({
          description: 'Who paused it.',
          optional: ['groupRef'],
          properties: {
            kind: { enum: actorKinds, description: 'By what they called.' },
            id: {
              type: 'string',
              description: 'Id of the key; `admin` where there is none.',
              examples: ['admin'],
            },
            groupRef: {
              type: 'string',
              description: 'The only group that the token was for.',
              examples: ['acme'],
            },
          },
        }),
        reason: {
          type: 'string',
          description: 'What they said why.',
          examples: ['The org is being migrated.'],
        },
      },
    }),
    inFlight: { type: 'integer', description: 'How many are being sent, counted up to 200.', examples: [4] },
    lastFault: partialObject({
      description: 'The latest failed attempt of what waits here, as far as a bounded look finds it.',
      required: ['id', 'time', 'message'],
      properties: {
        id: { ...id, description: 'Id of the operation, or of the delivery.' },
        time: { ...time, description: 'When it was tried.' },
        message: {
          type: 'string',
          description: 'What the other side said.',
          examples: ['HubSpot answered 503.'],
        },
        code: { type: 'string', description: "The provider's code.", examples: ['DAILY_LIMIT'] },
        status: { type: 'integer', description: 'Status of the answer.', examples: [503] },
      },
    }),
    quota: partialObject({
      description: "Of a provider account: how much of the provider's quota is used, by whomever.",
      properties: {
        limit: {
          type: 'integer',
          description: 'Calls that the provider allows in a window.',
          examples: [100],
        },
        usable: {
          type: 'integer',
          description: 'How many of them are used from here at most.',
          examples: [90],
        },
        used: { type: 'integer', description: 'Calls that count in the window now.', examples: [37] },
        windowSeconds: { type: 'number', description: 'How long the window is.', examples: [10] },
        reset: { ...time, description: 'When the first of the used calls counts no more.' },
        closedUntil: { ...time, description: 'The provider has refused calls until then.' },
        dayUsedUntil: {
          ...time,
          description: 'Asynchronous writes have used their share of the day, and try again then.',
        },
      },
    }),
    breaker: closedObject({
      description: 'Of a provider account: whether calls are made.',
      optional: ['until'],
      properties: {
        state: {
          enum: ['closed', 'open', 'probing'],
          description:
            '`closed`: as usual; `open`: the provider is taken to be away, and nobody calls; `probing`: one call finds out.',
        },
        until: { ...time, description: 'When the next call finds out.' },
      },
    }),
    notKnown: {
      type: 'array',
      items: { enum: ['quota', 'breaker'] },
      description: 'Members that are left out since what keeps them cannot be reached.',
      examples: [['quota', 'breaker']],
    },
    failing: { ...failing, description: 'Of an enabled destination to which nothing has got through since.' },
    disabled: {
      type: 'boolean',
      description: 'True of a destination that is disabled: nothing is sent, and what arrives is held.',
    },
    createTime: { ...time, description: 'When it was first used.' },
  },
});

/** What pauses a lane; a request without a body gives no reason. */
export const lanePauseSchema = partialObject({
  $id: 'LanePause',
  properties: {
    reason: {
      ...shortText,
      description: 'Why, for those who see it.',
      examples: ['The org is being migrated.'],
    },
  },
  examples: [{ reason: 'The org is being migrated.' }],
});

export type Lane = FromSchema<typeof laneSchema>;

import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, flag, idOf, oneOf, shortTextOf, text, timeOf, whole } from '../fields.ts';
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
    id: idOf("Lane id; of a destination's lane, the destination's id."),
    projectId: idOf('Project whose backlog it is.'),
    kind: oneOf(
      ['provider', 'destination'],
      'Whether it holds writes to a provider account, or deliveries to a destination.',
    ),
    provider: text('Of a provider account.', 'hubspot'),
    account: text("The provider's own id of the account.", '25104733'),
    groupRefs: arrayOf('Groups whose connections lead to the account: 20 at most.', { type: 'string' }, [
      'acme',
    ]),
    moreGroups: flag('True when there are more groups than are listed.'),
    queued: whole('How many wait, counted up to 10,000.', 312),
    moreQueued: flag('True when there are more than were counted.'),
    oldestDue: timeOf('When the first of them is due, or was.'),
    rate: {
      type: 'number',
      description: 'How many were done a second, over about the last minute.',
      examples: [12.4],
    },
    waiting: closedObject({
      description: 'Why nothing of it is sent now.',
      optional: ['until'],
      properties: {
        reason: oneOf(
          ['quota', 'outage', 'paused'],
          "`quota`: the provider's limit is used up; `outage`: the other side is down; `paused`: by an operator.",
        ),
        until: timeOf('When it goes on; absent while it is paused.'),
      },
    }),
    paused: closedObject({
      description: 'Of a lane that is paused: when, by whom and why.',
      optional: ['reason'],
      properties: {
        time: timeOf('When it was paused last.'),
        by: closedObject({
          description: 'Who paused it.',
          optional: ['groupRef'],
          properties: {
            kind: oneOf(actorKinds, 'By what they called.'),
            id: text('Id of the key; `admin` where there is none.', 'admin'),
            groupRef: text('The only group that the token was for.', 'acme'),
          },
        }),
        reason: text('What they said why.', 'The org is being migrated.'),
      },
    }),
    inFlight: whole('How many are being sent, counted up to 200.', 4),
    lastFault: partialObject({
      description: 'The latest failed attempt of what waits here, as far as a bounded look finds it.',
      required: ['id', 'time', 'message'],
      properties: {
        id: idOf('Id of the operation, or of the delivery.'),
        time: timeOf('When it was tried.'),
        message: text('What the other side said.', 'HubSpot answered 503.'),
        code: text("The provider's code.", 'DAILY_LIMIT'),
        status: whole('Status of the answer.', 503),
      },
    }),
    quota: partialObject({
      description: "Of a provider account: how much of the provider's quota is used, by whomever.",
      properties: {
        limit: whole('Calls that the provider allows in a window.', 100),
        usable: whole('How many of them are used from here at most.', 90),
        used: whole('Calls that count in the window now.', 37),
        windowSeconds: { type: 'number', description: 'How long the window is.', examples: [10] },
        reset: timeOf('When the first of the used calls leaves the window.'),
        closedUntil: timeOf('The provider has refused calls until then.'),
        dayUsedUntil: timeOf('Asynchronous writes have used their share of the day, and resume then.'),
      },
    }),
    breaker: closedObject({
      description: 'Of a provider account: whether calls are made.',
      optional: ['until'],
      properties: {
        state: oneOf(
          ['closed', 'open', 'probing'],
          '`closed`: calls are made; `open`: the provider seems down, so no calls are made; `probing`: one call checks it.',
        ),
        until: timeOf('When the next call checks it.'),
      },
    }),
    notKnown: arrayOf(
      'Members that are left out since what keeps them cannot be reached.',
      { enum: ['quota', 'breaker'] },
      ['quota', 'breaker'],
    ),
    failing: { ...failing, description: 'Of an enabled destination to which nothing has got through since.' },
    disabled: flag('True of a destination that is disabled: nothing is sent, and what arrives is held.'),
    createTime: timeOf('When it was first used.'),
  },
});

export const lanePauseSchema = partialObject({
  $id: 'LanePause',
  properties: {
    reason: shortTextOf('Why, for those who see it.', 'The org is being migrated.'),
  },
  examples: [{ reason: 'The org is being migrated.' }],
});

export type Lane = FromSchema<typeof laneSchema>;

import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, flag, idOf, oneOf, shortTextOf, text, timeOf, whole } from '../fields.ts';
import { actorKinds } from '../audit/audit-entry.ts';
import { failing } from '../notification/destination.ts';
import { closedObject, partialObject } from '../schema.ts';

/** Contract §4.7. */
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
    moreGroups: flag('There are more groups than listed.'),
    queued: whole('Number waiting, counted up to 10,000.', 312),
    moreQueued: flag('There are more than were counted.'),
    oldestDue: timeOf('When the first of them is or was due.'),
    rate: {
      type: 'number',
      description: 'Number done a second, over about the last minute.',
      examples: [12.4],
    },
    waiting: closedObject({
      description: 'Why nothing is sent now.',
      optional: ['until'],
      properties: {
        reason: oneOf(
          ['quota', 'outage', 'paused'],
          "`quota`: the provider's limit is used up; `outage`: the other side is down; `paused`: by an operator.",
        ),
        until: timeOf('When it resumes; absent while it is paused.'),
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
            kind: oneOf(actorKinds, 'Kind of their credential.'),
            id: text('Id of the key; `admin` if there is none.', 'admin'),
            groupRef: text('The only group that the token was for.', 'acme'),
          },
        }),
        reason: text('The given reason.', 'The org is being migrated.'),
      },
    }),
    inFlight: whole('Number in flight, counted up to 200.', 4),
    lastFault: partialObject({
      description: 'The latest failed attempt of the waiting work, if a bounded search finds it.',
      required: ['id', 'time', 'message'],
      properties: {
        id: idOf('Id of the operation, or of the delivery.'),
        time: timeOf('When it was tried.'),
        message: text('Message of the other side.', 'HubSpot answered 503.'),
        code: text("The provider's code.", 'DAILY_LIMIT'),
        status: whole('Status of the answer.', 503),
      },
    }),
    quota: partialObject({
      description: "Of a provider account: how much of the provider's quota is used, also by other clients.",
      properties: {
        limit: whole('Calls that the provider allows in a window.', 100),
        usable: whole('How many of them Writ uses at most.', 90),
        used: whole('Calls that count in the window now.', 37),
        windowSeconds: { type: 'number', description: 'Length of the window.', examples: [10] },
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
      'Members that are missing because their store cannot be reached.',
      { enum: ['quota', 'breaker'] },
      ['quota', 'breaker'],
    ),
    failing: { ...failing, description: 'Of an enabled destination: its failures since the last success.' },
    disabled: flag('Whether the destination is disabled: nothing is sent, and new deliveries are held.'),
    createTime: timeOf('When it was first used.'),
  },
});

export const lanePauseSchema = partialObject({
  $id: 'LanePause',
  properties: {
    reason: shortTextOf('Why, for readers of the lane.', 'The org is being migrated.'),
  },
  examples: [{ reason: 'The org is being migrated.' }],
});

export type Lane = FromSchema<typeof laneSchema>;

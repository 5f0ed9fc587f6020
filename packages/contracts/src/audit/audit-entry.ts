import type { FromSchema } from 'json-schema-to-ts';
import { id, time } from '../fields.ts';
import { pageOf, pageParameters } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';

export const actorKinds = ['apiKey', 'jwt', 'session', 'admin', 'command', 'anyone'] as const;

/** Who acts, and by what: a request or a command. */
export type Actor = {
  kind: (typeof actorKinds)[number];
  /** Of the key, or the name of the operating system's user who gave a command; the kind, where there is neither. */
  id: string;
  /** The only group that the actor's token is for. */
  groupRef?: string;
  sessionId?: string;
  requestId: string;
  /** Operation id of the endpoint, or name of the command. */
  action: string;
};

const kind = {
  type: 'string',
  description: 'What was changed, in the word of its answers.',
  examples: ['topic'],
} as const;
const action = {
  type: 'string',
  description: 'Operation id of the endpoint, or name of the command.',
  examples: ['patchTopic'],
} as const;
const requestId = {
  type: 'string',
  description: 'The id of the request; of a command, one of its own.',
  examples: ['checkout-7f3a'],
} as const;

/** Who does something, as answers tell it. */
export const actorSchema = closedObject({
  description: 'Who did it.',
  optional: ['groupRef', 'sessionId'],
  properties: {
    kind: { enum: actorKinds, description: '`command`: the command line of operators.' },
    id: {
      type: 'string',
      description:
        "Id of the key, or name of the operating system's user; `admin` or `anyone` where there is neither.",
      examples: ['01980f70-2b6e-7d54-b0c3-91e8a5d7f246'],
    },
    groupRef: {
      type: 'string',
      description: 'The only group that the token is for.',
      examples: ['acme'],
    },
    sessionId: { ...id, description: 'Of `session`: which one. Its key is the actor.' },
  },
});

/** One thing that somebody changed. */
export const auditEntrySchema = closedObject({
  $id: 'AuditEntry',
  optional: ['projectId'],
  properties: {
    id: { ...id, description: 'Entry id.' },
    projectId: { ...id, description: 'Project that it is about; absent where it is about none.' },
    time: { ...time, description: 'When it was done.' },
    actor: actorSchema,
    requestId,
    action,
    resource: closedObject({
      description: 'What it was done to.',
      properties: {
        kind,
        id: {
          type: 'string',
          description: 'Its id.',
          examples: ['01980f70-5c1d-7f3a-9b0e-8d2c6a4e1f77'],
        },
      },
    }),
    changes: {
      type: 'object',
      description:
        'What changed, by name; a name below another one is written with a dot. Secrets, and values of more than 1 kB, are only `changed`.',
      additionalProperties: partialObject({
        properties: {
          before: { description: 'Its value before; absent where it had none.' },
          after: { description: 'Its value since then; absent where it has none.' },
          changed: { const: true, description: 'There instead of the values.' },
        },
      }),
      examples: [{ name: { before: 'crm', after: 'crm-writes' } }],
    },
  },
});

/** Newest first. */
export const auditPageSchema = pageOf('AuditPage', auditEntrySchema);

const narrows = { type: 'string', minLength: 1, maxLength: 255 } as const;

const filters = {
  actor: { ...narrows, description: 'Only what the actor of this id did.' },
  action: { ...narrows, description: 'Only this operation or command.' },
  resource: { ...narrows, description: 'Only what was done to resources of this kind.' },
  resourceId: { ...narrows, description: 'Only what was done to this one.' },
  requestId: { ...narrows, description: 'Only what this request did.' },
  since: { ...time, description: 'Done at or after this time.' },
  until: { ...time, description: 'Done before this time.' },
} as const;

/** What narrows a list of entries. */
export const auditQuerySchema = partialObject({
  properties: { ...filters, ...pageParameters({ most: 1_000, usual: 200 }) },
});

export type AuditEntry = FromSchema<typeof auditEntrySchema>;
export type AuditQuery = FromSchema<typeof auditQuerySchema>;

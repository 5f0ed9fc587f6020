import type { FromSchema } from 'json-schema-to-ts';
import { idOf, oneOf, text, timeOf } from '../fields.ts';
import { pageOf, pageParameters } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';

export const actorKinds = ['apiKey', 'jwt', 'session', 'admin', 'command', 'anyone'] as const;

const kind = text('What was changed, as answers call it.', 'topic');
const action = text('Operation id of the endpoint, or name of the command.', 'patchTopic');
const requestId = text('The id of the request; of a command, one of its own.', 'checkout-7f3a');

export const actorSchema = closedObject({
  description: 'Who did it.',
  optional: ['groupRef', 'sessionId'],
  properties: {
    kind: oneOf(actorKinds, '`command`: the command line of operators.'),
    id: text(
      "Id of the key, or name of the operating system's user; `admin` or `anyone` if there is neither.",
      '01980f70-2b6e-7d54-b0c3-91e8a5d7f246',
    ),
    groupRef: text('The only group that the token is for.', 'acme'),
    sessionId: idOf("Of a `session`: its id. The session's key is the actor."),
  },
});

export const auditEntrySchema = closedObject({
  $id: 'AuditEntry',
  optional: ['projectId'],
  properties: {
    id: idOf('Entry id.'),
    projectId: idOf('Project that it is about; absent if it is about none.'),
    time: timeOf('When it was done.'),
    actor: actorSchema,
    requestId,
    action,
    resource: closedObject({
      description: 'What it was done to.',
      properties: {
        kind,
        id: text('Its id.', '01980f70-5c1d-7f3a-9b0e-8d2c6a4e1f77'),
      },
    }),
    changes: {
      type: 'object',
      description:
        'What changed, by name; a name below another one is written with a dot. Secrets, and values of more than 1 kB, are only `changed`.',
      additionalProperties: partialObject({
        properties: {
          before: { description: 'Its value before the change; absent if it had none.' },
          after: { description: 'Its value after the change; absent if it has none.' },
          changed: { const: true, description: 'Present instead of the values.' },
        },
      }),
      examples: [{ name: { before: 'crm', after: 'crm-writes' } }],
    },
  },
});

export const auditPageSchema = pageOf('AuditPage', auditEntrySchema);

const narrows = { type: 'string', minLength: 1, maxLength: 255 } as const;

const filters = {
  actor: { ...narrows, description: 'Only changes by the actor with this id.' },
  action: { ...narrows, description: 'Only this operation or command.' },
  resource: { ...narrows, description: 'Only changes of resources of this kind.' },
  resourceId: { ...narrows, description: 'Only changes of the resource with this id.' },
  requestId: { ...narrows, description: 'Only changes by this request.' },
  since: timeOf('Done at or after this time.'),
  until: timeOf('Done before this time.'),
} as const;

export const auditQuerySchema = partialObject({
  properties: { ...filters, ...pageParameters({ most: 1_000, usual: 200 }) },
});

export type AuditEntry = FromSchema<typeof auditEntrySchema>;
/** The actor of a request or a command, as the audit records it. */
export type Actor = AuditEntry['actor'] & Pick<AuditEntry, 'requestId' | 'action'>;
export type AuditQuery = FromSchema<typeof auditQuerySchema>;

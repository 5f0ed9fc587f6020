import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, notificationName, projectId, time, updateTime } from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';
import type { JsonObject } from '../json.ts';

const name = notificationName;
const type = { type: 'string', description: 'The kind of destination.', examples: ['webhook'] } as const;
const metadata = {
  type: 'object',
  additionalProperties: true,
  description: 'What the kind needs to know, as the `url` of a webhook.',
  examples: [{ url: 'https://hooks.example.net/writ' }],
} as const;

/** As it is given: headers and credentials are among it, so its faults never show a value. */
const givenMetadata = { ...metadata, writeOnly: true } as const;

const ignored = { description: 'What an answer told; ignored.' } as const;

/** Members that answers have and requests do not change: who sends back what was answered is not refused. */
const ignoredMembers = {
  id: ignored,
  projectId: ignored,
  status: ignored,
  disabledReason: ignored,
  lastSuccess: ignored,
  failing: ignored,
  oldKeyUntil: ignored,
  createTime: ignored,
  updateTime: ignored,
  secrets: ignored,
} as const;

/** What creates a destination. The service adds which types there are, and what their `metadata` must be. */
export const destinationRequestSchema = partialObject({
  $id: 'DestinationRequest',
  required: ['name', 'type', 'metadata'],
  properties: { name, type, metadata: givenMetadata, ...ignoredMembers },
});

/** What changes a destination: each path of the mask is replaced, the rest stays. The service adds which paths there are. */
export const destinationPatchSchema = closedObject({
  $id: 'DestinationPatch',
  properties: {
    updateMask: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string' },
      description: 'What is to be replaced.',
      examples: [['metadata.url']],
    },
    destination: partialObject({
      description: 'The new values; a member that the mask does not name is ignored.',
      examples: [{ metadata: { url: 'https://hooks.example.net/writ' } }],
      properties: { name, type, metadata: givenMetadata, ...ignoredMembers },
    }),
  },
});

/** What of a destination is answered. */
export const destinationQuerySchema = partialObject({
  $id: 'DestinationQuery',
  properties: {
    includeSecrets: { type: 'boolean', description: 'Answer the signing key too.' },
    rotate: {
      type: 'boolean',
      description:
        'Give it a new signing key first, as `:rotate-secret` does, and answer that; not for sessions.',
    },
  },
});

/** Since when nothing has got through to a destination. */
export const failing = closedObject({
  properties: {
    since: { ...time, description: 'When the present row of failures began.' },
    failuresInRow: {
      type: 'integer',
      description: 'Failed attempts since the last success.',
      examples: [12],
    },
  },
});

/** A destination as it is answered: header values are never shown. */
export const destinationSchema = closedObject({
  $id: 'Destination',
  optional: ['disabledReason', 'lastSuccess', 'failing', 'oldKeyUntil', 'updateTime', 'secrets'],
  properties: {
    id: { ...id, description: 'Destination id.' },
    projectId,
    name,
    type,
    metadata,
    status: { enum: ['enabled', 'disabled'], description: 'Whether deliveries are sent to it.' },
    disabledReason: { type: 'string', description: 'Why it was disabled.' },
    lastSuccess: {
      ...time,
      description: 'When a delivery got through last, up to 10 s late; absent where none ever did.',
    },
    failing: { ...failing, description: 'Where nothing has got through since.' },
    oldKeyUntil: {
      ...time,
      description: 'Until when the key before the present one signs, too; absent where it does no more.',
    },
    createTime,
    updateTime,
    secrets: partialObject({
      description: 'Only when asked for with `includeSecrets`, and after a rotation.',
      properties: {
        webhookSigningKey: { type: 'string', description: 'Signs every delivery (Standard Webhooks).' },
      },
    }),
  },
});

export const destinationListSchema = listOf('DestinationList', destinationSchema);

export type DestinationRequest = FromSchema<typeof destinationRequestSchema>;
export type DestinationPatch = FromSchema<typeof destinationPatchSchema>;
export type Destination = Omit<FromSchema<typeof destinationSchema>, 'metadata'> & { metadata: JsonObject };

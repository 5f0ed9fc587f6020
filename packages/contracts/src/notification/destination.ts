import type { FromSchema } from 'json-schema-to-ts';
import {
  createTime,
  flag,
  idOf,
  notificationName,
  oneOf,
  projectId,
  text,
  timeOf,
  updateTime,
  whole,
} from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';
import type { JsonObject } from '../json.ts';

const name = notificationName;
const type = text('The kind of destination.', 'webhook');
const metadata = {
  type: 'object',
  additionalProperties: true,
  description: 'Settings of the kind, such as the `url` of a webhook.',
  examples: [{ url: 'https://hooks.example.net/writ' }],
} as const;

/** Holds headers and credentials, so validation errors never show a value. */
const givenMetadata = { ...metadata, writeOnly: true } as const;

const ignored = { description: 'Accepted because answers have it, and ignored.' } as const;

/** Members of answers that requests may send back unchanged. */
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

/** The service adds the types and the schemas of their `metadata`. */
export const destinationRequestSchema = partialObject({
  $id: 'DestinationRequest',
  required: ['name', 'type', 'metadata'],
  properties: { name, type, metadata: givenMetadata, ...ignoredMembers },
});

/** The service adds the paths of the mask. */
export const destinationPatchSchema = closedObject({
  $id: 'DestinationPatch',
  properties: {
    updateMask: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string' },
      description: 'The members to replace.',
      examples: [['metadata.url']],
    },
    destination: partialObject({
      description: 'The new values; a member that the mask does not name is ignored.',
      examples: [{ metadata: { url: 'https://hooks.example.net/writ' } }],
      properties: { name, type, metadata: givenMetadata, ...ignoredMembers },
    }),
  },
});

export const destinationQuerySchema = partialObject({
  $id: 'DestinationQuery',
  properties: {
    includeSecrets: flag('Also show the signing key.'),
    rotate: flag(
      'First rotate the signing key, as `:rotate-secret` does, and show the new one; not for sessions.',
    ),
  },
});

export const failing = closedObject({
  properties: {
    since: timeOf('When the current failures began.'),
    failuresInRow: whole('Failed attempts since the last success.', 12),
  },
});

export const destinationSchema = closedObject({
  $id: 'Destination',
  optional: ['disabledReason', 'lastSuccess', 'failing', 'oldKeyUntil', 'updateTime', 'secrets'],
  properties: {
    id: idOf('Destination id.'),
    projectId,
    name,
    type,
    metadata,
    status: oneOf(['enabled', 'disabled'], 'Whether deliveries are sent to it.'),
    disabledReason: text('Why it was disabled.'),
    lastSuccess: timeOf('When a delivery last succeeded, up to 10 s late; absent if none did.'),
    failing: { ...failing, description: 'Its failures since the last success.' },
    oldKeyUntil: timeOf('Until when the previous key also signs; absent after that.'),
    createTime,
    updateTime,
    secrets: partialObject({
      description: 'Only when asked for with `includeSecrets`, and after a rotation.',
      properties: {
        webhookSigningKey: text('Signs every delivery (Standard Webhooks).'),
      },
    }),
  },
});

export const destinationListSchema = listOf('DestinationList', destinationSchema);

export type DestinationRequest = FromSchema<typeof destinationRequestSchema>;
export type DestinationPatch = FromSchema<typeof destinationPatchSchema>;
export type Destination = Omit<FromSchema<typeof destinationSchema>, 'metadata'> & { metadata: JsonObject };

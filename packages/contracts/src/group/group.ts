import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, createTime, flag, groupRef, idOf, oneOf, projectId, text, whole } from '../fields.ts';
import { pageOf, pageParameters } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';

/** Installations and connections that an entry lists. */
export const mostOfGroup = 100;

const health = oneOf(
  ['healthy', 'unhealthy'],
  '`healthy`: every connection works, and each installation uses one of its own group.',
);

/** Contract §5. */
export const groupSchema = closedObject({
  $id: 'Group',
  properties: {
    groupRef: text("The builder's own reference of the group.", 'acme'),
    groupName: text('Display name of the group; its reference if it has no name.', 'Acme'),
    projectId,
    createTime: { ...createTime, description: 'When its first installation or connection was created.' },
    healthStatus: health,
    installations: arrayOf(
      `Its installations, oldest first, at most ${mostOfGroup}; \`GET …/installations?groupRef=\` lists all.`,
      closedObject({
        properties: {
          id: idOf('Installation id.'),
          integrationId: idOf('The integration that it installs.'),
          connectionId: idOf('The connection that it uses.'),
          healthStatus: { ...health, description: "Whether its connection works and is its own group's." },
        },
      }),
    ),
    connections: arrayOf(
      `Its connections, oldest first, at most ${mostOfGroup}; \`GET …/connections?groupRef=\` lists all.`,
      closedObject({
        properties: {
          id: idOf('Connection id.'),
          provider: text('The CRM.', 'hubspot'),
          status: oneOf(
            ['working', 'unverified', 'bad_credentials'],
            'Whether its credentials are accepted.',
          ),
        },
      }),
    ),
    operations: closedObject({
      description: 'Writes for the group.',
      properties: {
        unfinished: whole('How many have not ended.'),
        failed: whole('How many of the last 24 hours have a failed record.'),
        more: flag('There are too many to count: the numbers are lower bounds.'),
      },
    }),
  },
});

export const groupPageSchema = pageOf('GroupPage', groupSchema);

export const groupQuerySchema = partialObject({
  properties: {
    groupRef: { ...groupRef, description: 'Only this group.' },
    ...pageParameters({ most: 100, usual: 50 }),
  },
});

export const eraseGroupQuerySchema = partialObject({
  required: ['groupRef'],
  properties: {
    groupRef: { ...groupRef, description: 'The group to erase.' },
    dryRun: flag('Only count what would be erased.'),
    force: flag('Also end writes that are in flight or may have been written.'),
  },
});

export const exportGroupQuerySchema = partialObject({
  required: ['groupRef'],
  properties: { groupRef: { ...groupRef, description: 'The group to export.' } },
});

export const archiveKinds = [
  'group',
  'connection',
  'installation',
  'config',
  'operation',
  'event',
  'delivery',
] as const;

export const groupArchiveSchema = {
  $id: 'GroupArchive',
  type: 'string',
  description: `NDJSON: each line is an object with \`kind\` (${archiveKinds.map((kind) => `\`${kind}\``).join(', ')}) and \`value\`.`,
  examples: ['{"kind":"group","value":{"groupRef":"acme","groupName":"Acme"}}\n'],
} as const;

export type ArchiveLine = { kind: (typeof archiveKinds)[number]; value: object };

export const groupErasureSchema = closedObject({
  $id: 'GroupErasure',
  description: 'What an erasure would remove; nothing was removed.',
  properties: {
    installations: whole('Installations of the group.'),
    connections: whole('Connections of the group.'),
    operations: closedObject({
      description:
        'Operations, each with its records, logs, attempts and search entries. Events are not counted.',
      properties: {
        ended: whole('How many have ended.'),
        unfinished: whole('How many have not ended.'),
        sent: whole(
          'Unfinished ones that are in flight or may have been written: the erasure waits for them unless `force=true`.',
        ),
      },
    }),
    more: flag('There are too many operations to count: the numbers are lower bounds.'),
  },
});

export type GroupErasure = FromSchema<typeof groupErasureSchema>;
export type Group = FromSchema<typeof groupSchema>;

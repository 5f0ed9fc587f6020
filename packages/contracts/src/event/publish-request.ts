import { lifecycleEventSchema } from './lifecycle-event.ts';

/** One event or many. A rule of the endpoint checks each event, so an issue names the wrong one. */
export const publishRequestSchema = {
  type: ['object', 'array'],
  maxItems: 100,
} as const;

const publishedEventSchema = {
  ...lifecycleEventSchema,
  $id: 'PublishedEvent',
  description: 'A CloudEvents 1.0 event. Without `projectid` it belongs to the project in the path.',
  required: lifecycleEventSchema.required.filter((name) => name !== 'projectid'),
  examples: [
    {
      specversion: '1.0',
      id: '01980f70-4f19-7e02-8b6d-5c3a97f1e820',
      source: '/readers/eu',
      type: 'read.triggered.done',
      time: '2026-11-21T10:15:30.123456Z',
      projectid: '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2',
      data: {
        projectId: '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2',
        provider: 'hubspot',
        integrationId: '01980f6e-70d4-7c19-a5e8-4b20f93d6c17',
        integrationName: 'demo-hubspot',
        installationId: '01980f6e-83aa-7f40-9b12-d6e57c081a39',
        groupRef: 'acme',
        objectName: 'contacts',
      },
    },
  ],
};

export const publishedBodies = {
  'application/json': publishedEventSchema,
  'application/cloudevents+json': publishedEventSchema,
  'application/cloudevents-batch+json': {
    $id: 'PublishedEvents',
    type: 'array',
    maxItems: 100,
    items: publishedEventSchema,
  },
} as const;

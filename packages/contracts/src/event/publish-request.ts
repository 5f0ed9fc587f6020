/** One event or many: what is in them is checked by a rule of the endpoint, whose issues say which one is at fault. */
export const publishRequestSchema = {
  type: ['object', 'array'],
  minItems: 1,
  maxItems: 100,
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
} as const;

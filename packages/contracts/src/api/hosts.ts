export type HostFacts = {
  host: 'write' | 'management';
  title: string;
  /** Markdown. */
  description: string;
  /** First requests, in Markdown, for a reader without a key and a project. */
  start: (addresses: HostAddresses) => string;
  /** In reading order, each with its subject. */
  tags: Readonly<Record<string, string>>;
};

/** As callers see them, ending in `/v1`. */
export type HostAddresses = { managementUrl: string; writeUrl: string };

const refusals =
  'Every refusal is a problem object (RFC 9457); its `type` leads to a page that says why it happens and what to do.';

const key = `1. **Get a key.** \`npm start\` makes a demo project and leaves its key in \`.data/demo.json\`:

   \`\`\`sh
   apiKey=$(node -p "JSON.parse(require('fs').readFileSync('\${DATA_DIR:-.data}/demo.json')).apiKey")
   \`\`\`

   Elsewhere an administrator [creates a project and a key](/guide#1-project-and-key).
`;
const contacts = 'projects/demo/integrations/demo-hubspot/objects/contacts';

export const writeHostFacts: HostFacts = {
  host: 'write',
  title: 'Writ: write records',
  description: `Writes records into the CRMs of your customers, synchronously or asynchronously with retries. ${refusals}`,
  start: ({ managementUrl, writeUrl }) => `${key}
2. **Create a contact** in the CRM of the demo's customer. The answer holds it as the CRM has it:

   \`\`\`sh
   curl -s ${writeUrl}/${contacts} \\
     -H "X-Api-Key: $apiKey" -H 'Content-Type: application/json' \\
     -d '{"groupRef":"acme","type":"create","record":{"email":"alan@example.com","firstname":"Alan"}}'
   \`\`\`

3. **Create one later**: with \`"mode":"asynchronous"\` the answer is the id of an operation, which the management host
   shows at \`${managementUrl}/projects/demo/operations/{operationId}\`.
`,
  tags: { 'Write records': 'Create, update and delete records of a CRM: one, or up to 100 in a request.' },
};

export const managementHostFacts: HostFacts = {
  host: 'management',
  title: 'Writ: management',
  description: `Everything but writing: connections, settings, the outcome of each write, and notifications. ${refusals}`,
  start: ({ managementUrl }) => `${key}
2. **See what was written**, newest first:

   \`\`\`sh
   curl -s ${managementUrl}/projects/demo/operations -H "X-Api-Key: $apiKey"
   \`\`\`

3. **See for whom**, and with which settings:

   \`\`\`sh
   curl -s ${managementUrl}/projects/demo/integrations/demo-hubspot/installations -H "X-Api-Key: $apiKey"
   \`\`\`
`,
  tags: {
    Projects: 'A project holds everything else. Keys belong to one.',
    'API keys': 'Credentials of a project, and what each may do.',
    'JWT keys': 'Public keys whose signatures are accepted in place of an API key.',
    Session: 'Signs people in to the console.',
    Audit: 'Who changed what.',
    Providers: 'The CRMs, and what each can do.',
    'Provider apps': 'Your own OAuth clients at the providers.',
    'OAuth connect': 'Asks a customer for access to their CRM.',
    OAuth: 'Where providers send customers after they consent.',
    Integrations: 'What a manifest declares: which objects of which provider are written.',
    Revisions: 'The versions of an integration that its manifests made.',
    Connections: "A customer group's access to a CRM.",
    Groups: 'Your customers: each with its connections, installations and writes, and all data about it.',
    Installations: "An integration that a customer group has installed, with the group's config.",
    Objects: "The fields of an object in a customer's CRM, and its config in an installation.",
    Operations: 'Every write: its state, its records, its log.',
    Tasks: 'Bulk requests for operations or deliveries, with their progress.',
    Search: 'Finds resources by their id.',
    Stats: 'How many writes were accepted and ended, over time.',
    System: 'State of the whole installation.',
    Lanes: 'The backlog per CRM account and per destination.',
    Topics: 'A topic routes event types to destinations.',
    Destinations: 'Where notifications are delivered to.',
    'Notification event topic routes': 'Which event types a topic receives.',
    'Topic destination routes': 'Which destinations a topic delivers to.',
    Deliveries: 'Each event on its way to each destination, with every attempt.',
    Events: 'What happened, and who was notified. Publishers without Kafka post events here.',
    'Event schemas': 'What each type of event holds, as JSON Schema.',
    'Dead letters': 'Events that could not be read or stored.',
  },
};

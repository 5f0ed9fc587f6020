/** What the description of a host says besides its endpoints. */
export type HostFacts = {
  title: string;
  version: string;
  /** Markdown. */
  description: string;
  /** Its groups of endpoints, in reading order, and what each is about. */
  tags: Readonly<Record<string, string>>;
};

const version = '1.0.0';
const refusals =
  'Every refusal is a problem object (RFC 9457); its `type` leads to a page that says why it happens and what to do.';

/** The write host (Contract §1). */
export const writeHostFacts: HostFacts = {
  title: 'Writ: write records',
  version,
  description: `Writes records into the CRMs of your customers: at once, or later with retries. ${refusals}`,
  tags: { 'Write records': 'Create, update and delete records of a CRM: one, or up to 100 in a request.' },
};

/** The management host: everything but writing. */
export const managementHostFacts: HostFacts = {
  title: 'Writ: management',
  version,
  description: `Everything but writing: what is connected, how it may be written to, what became of each write, and who \
is told. ${refusals}`,
  tags: {
    Projects: 'A project holds everything else. Keys belong to one.',
    'API keys': 'Credentials of a project, and what each may do.',
    'JWT keys': 'Public keys whose signatures are accepted in place of an API key.',
    Providers: 'The CRMs, and what each can do.',
    'Provider apps': 'Your own OAuth clients at the providers.',
    'OAuth connect': 'Asks a customer for access to their CRM.',
    OAuth: 'Where providers send a customer back to.',
    Integrations: 'What a manifest declares: which objects of which provider are written.',
    Revisions: 'The versions of an integration that its manifests made.',
    Connections: "A customer group's access to a CRM.",
    Installations: 'An integration at work for a customer group, with the config that the group chose.',
    Objects: 'The config of one object of an installation.',
    Operations: 'The record of every write: how it stands, its records, its log.',
    Lanes: 'The backlog per CRM account and per destination.',
    Topics: 'A topic gathers event types and leads to destinations.',
    Destinations: 'Where notifications are delivered to.',
    'Notification event topic routes': 'Which event types a topic receives.',
    'Topic destination routes': 'Which destinations a topic delivers to.',
    Deliveries: 'Each event on its way to each destination, with every attempt.',
    Events: 'For publishers without Kafka.',
  },
};

import type { ToldEvent } from '../told-event.ts';
import { escaped, link, moment } from './mrkdwn.ts';
import { textOf, titleOf } from './titles.ts';

type Mrkdwn = { type: 'mrkdwn'; text: string; verbatim: true };
type Block =
  | { type: 'section'; text: Mrkdwn }
  | { type: 'section'; fields: readonly Mrkdwn[] }
  | { type: 'context'; elements: readonly Mrkdwn[] };

/** Notifications show `text`; without blocks it is the whole message. */
export type SlackMessage = {
  text: string;
  blocks?: readonly Block[];
  /** These four keep Slack from making mentions, links and previews. */
  parse: 'none';
  link_names: false;
  unfurl_links: false;
  unfurl_media: false;
};

/** Slack cuts longer texts. */
export const textLimit = 40_000;
const still = { parse: 'none', link_names: false, unfurl_links: false, unfurl_media: false } as const;

export const textMessage = (text: string): SlackMessage => ({
  text: text.slice(0, textLimit).toWellFormed(),
  ...still,
});

/** https://docs.slack.dev/reference/block-kit/blocks allows 50 blocks, 3,000 characters a section and 2,000 a field. */
export function eventMessage(event: ToldEvent, consoleUrl: string | undefined): SlackMessage {
  const { data, time } = event;
  const title = escaped(titleOf(event), 1_000);
  const facts = factsOf(data);
  const faults = faultsOf(data);
  const more = consoleUrl === undefined ? [] : linkOf(event, consoleUrl);
  const blocks: Block[] = [
    { type: 'section', text: mrkdwn(`*${title}*`) },
    ...(facts.length > 0 ? [{ type: 'section' as const, fields: facts.map(mrkdwn) }] : []),
    ...(faults.length > 0 ? [{ type: 'section' as const, text: mrkdwn(faults.join('\n')) }] : []),
    { type: 'context', elements: [moment(time), ...more].map(mrkdwn) },
  ];
  const who = nameOf(data, 'groupName', 'groupRef');
  return { text: who === '' ? title : `${title} (${escaped(who, 200)})`, blocks, ...still };
}

const mrkdwn = (text: string): Mrkdwn => ({ type: 'mrkdwn', text, verbatim: true });

function factsOf(data: ToldEvent['data']): string[] {
  const facts = {
    Group: nameOf(data, 'groupName', 'groupRef'),
    Consumer: nameOf(data, 'consumerName', 'consumerRef'),
    Provider: textOf(data['provider']),
    Integration: nameOf(data, 'integrationName', 'integrationId'),
    Object: textOf(data['objectName']),
  };
  return Object.entries(facts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `*${name}*\n${escaped(value, 300)}`);
}

function nameOf(data: ToldEvent['data'], name: string, ref: string): string {
  const [shown, called] = [textOf(data[name]), textOf(data[ref])];
  return shown === '' || called === '' || shown === called ? shown || called : `${shown} (${called})`;
}

const mostFaults = 5;

function faultsOf({ errors, error, reason }: ToldEvent['data']): string[] {
  const all = [error, reason, ...(Array.isArray(errors) ? errors : [])]
    .map(textOf)
    .filter((text) => text !== '');
  const first = all.slice(0, mostFaults).map((text) => `• ${escaped(text, 400)}`);
  return all.length > mostFaults ? [...first, `… and ${all.length - mostFaults} more`] : first;
}

const longestLink = 2_000;

/** Pages of the console, the best one first. */
const places = [
  ['operationId', 'Open the operation', (id) => ({ path: ['operations', id] })],
  ['destinationId', 'Open the destination', (id) => ({ path: ['destinations', id] })],
  ['installationId', "Open the installation's events", (id) => eventsWith('installationId', id)],
  ['notificationType', 'Open such events', (type) => eventsWith('eventType', type)],
] as const satisfies readonly [string, string, (value: string) => Place][];

type Place = { path: readonly string[]; filter?: readonly [name: string, value: string] };

const eventsWith = (name: string, value: string): Place => ({ path: ['events'], filter: [name, value] });

function linkOf({ notificationType, data }: ToldEvent, consoleUrl: string): string[] {
  const told: ToldEvent['data'] = { ...data, notificationType };
  const projectId = textOf(data['projectId']);
  const found = places.find(([name]) => textOf(told[name]) !== '');
  if (projectId === '' || !found) return [];
  const [name, text, placeOf] = found;
  const { path, ...filter } = placeOf(textOf(told[name]));
  const there = link(consoleUrl, { path: ['projects', projectId, ...path], ...filter }, text);
  return there.length > longestLink ? [] : [there];
}

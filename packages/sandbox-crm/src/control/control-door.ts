import type { ServerResponse } from 'node:http';
import { renderEntry } from '../journal/render-entry.ts';
import { isProvider, providerNames, type ProviderName } from '../provider-name.ts';
import { renderRecord } from '../records/render-record.ts';
import type { Arrival, Reply } from '../server/call.ts';
import { sendReply } from '../server/send-reply.ts';
import type { Operator } from './operator.ts';
import { readFault, readSettings, type Issue } from './read-body.ts';
import { streamList } from './stream-list.ts';

type Answer = Reply | { readonly list: Iterable<unknown> };

/** Everything that is not a provider: `/_sandbox/…` (Contract §8), `/livez`, `/readyz`. */
export function controlDoor(operator: Operator) {
  return (arrival: Arrival, door: string, response: ServerResponse): void => {
    const answer = route(operator, arrival, door) ?? unknownPath(arrival);
    if ('list' in answer) streamList(response, answer.list);
    else sendReply(response, answer);
  };
}

function route(operator: Operator, arrival: Arrival, door: string): Answer | undefined {
  if (door === 'livez' || door === 'readyz') return { status: 200, json: { status: 'ok' } };
  if (door !== '_sandbox') return undefined;
  const [resource, provider = '', account = '', type = ''] = arrival.segments;
  switch (`${arrival.method} ${resource ?? ''}`) {
    case 'GET journal':
      return showJournal(operator, new URLSearchParams(arrival.query));
    case 'GET records':
      return isProvider(provider) ? showRecords(operator, provider, account, type) : undefined;
    case 'POST faults':
      return setFault(operator, arrival.body);
    case 'GET faults':
      return { status: 200, json: operator.listFaults() };
    case 'DELETE faults':
      operator.clearFaults();
      return { status: 204 };
    case 'PUT settings':
      return isProvider(provider) ? changeSettings(operator, provider, account, arrival.body) : undefined;
    case 'POST reset':
      operator.reset();
      return { status: 204 };
    default:
      return undefined;
  }
}

/** `since` is the sequence number of the last entry that was read. */
function showJournal(operator: Operator, query: URLSearchParams): Answer {
  const { account, provider, since, ...others } = Object.fromEntries(query) as Record<
    string,
    string | undefined
  >;
  const unknown = Object.keys(others).map((name) => ({ name, message: 'is unknown' }));
  const isNumber = since === undefined || /^\d+$/.test(since);
  const issues = [...unknown, ...(isNumber ? [] : [{ name: 'since', message: 'must be a sequence number' }])];
  if (issues.length > 0) return refused(issues);
  const filter = { account, provider, afterSeq: since === undefined ? undefined : Number(since) };
  return { list: mapped(operator.journal(filter), renderEntry) };
}

function showRecords(operator: Operator, provider: ProviderName, account: string, type: string): Answer {
  const records = operator.records(provider, account, type);
  if (records) return { list: mapped(records, renderRecord) };
  const message = `There is no ${provider} account ${account} with records of type ${type}.`;
  return { status: 404, json: { message } };
}

function setFault(operator: Operator, body: string): Reply {
  const read = readFault(body);
  return read.ok ? { status: 201, json: operator.setFault(read.value) } : refused(read.issues);
}

function changeSettings(operator: Operator, provider: ProviderName, account: string, body: string): Reply {
  const read = readSettings(body);
  if (!read.ok) return refused(read.issues);
  const settings = operator.settings(provider, account, read.value);
  if (settings) return { status: 200, json: settings };
  return refused([
    { name: 'account', message: 'must be 1 to 64 of A-Z a-z 0-9 . _ - and begin with a letter or digit' },
  ]);
}

function refused(issues: readonly Issue[]): Reply {
  return { status: 400, json: { message: 'The request has errors.', issues } };
}

function unknownPath({ method, path }: Arrival): Reply {
  const doors = [...providerNames, '_sandbox'].map((door) => `/${door}`).join(', ');
  const message = `There is no ${method} ${path}. Paths begin with one of ${doors}.`;
  return { status: 404, json: { message } };
}

function* mapped<From, To>(items: Iterable<From>, render: (item: From) => To): Generator<To> {
  for (const item of items) yield render(item);
}

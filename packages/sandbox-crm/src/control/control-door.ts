import type { ServerResponse } from 'node:http';
import { renderEntry } from '../journal/render-entry.ts';
import { renderRecord } from '../records/render-record.ts';
import type { Reply } from '../server/call.ts';
import { isProvider, providerNames, type ProviderName } from '../provider-name.ts';
import type { Arrival } from '../server/door.ts';
import { parseJson } from '../json.ts';
import { sendReply } from '../server/send-reply.ts';
import type { Issue } from './checker.ts';
import type { Operator } from './operator.ts';
import { readFault } from './read-fault.ts';
import { readFilter } from './read-filter.ts';
import { readSettings } from './read-settings.ts';
import { streamList } from './stream-list.ts';

/** What a control request is answered with: a reply, or a list that may be too long for one string. */
type Answer = Reply | { readonly list: Iterable<unknown> };

/** Everything that is not a provider: `/_sandbox/…` (Contract §8), `/livez`, `/readyz`. */
export function controlDoor(operator: Operator) {
  return (arrival: Arrival, door: string, response: ServerResponse): void => {
    const answer = route(operator, arrival, door);
    if ('list' in answer) streamList(response, answer.list);
    else sendReply(response, answer);
  };
}

function route(operator: Operator, arrival: Arrival, door: string): Answer {
  if (door === 'livez' || door === 'readyz') return { status: 200, json: { status: 'ok' } };
  if (door !== '_sandbox') return unknownPath(arrival);
  const [resource, provider = '', account = '', type = ''] = arrival.segments;
  switch (`${arrival.method} ${resource ?? ''}`) {
    case 'GET journal':
      return showJournal(operator, arrival.query);
    case 'GET records':
      return isProvider(provider) ? showRecords(operator, provider, account, type) : unknownPath(arrival);
    case 'POST faults':
      return setFault(operator, arrival.body);
    case 'GET faults':
      return { status: 200, json: operator.listFaults() };
    case 'DELETE faults':
      operator.clearFaults();
      return { status: 204 };
    case 'PUT settings':
      return isProvider(provider)
        ? changeSettings(operator, provider, account, arrival.body)
        : unknownPath(arrival);
    case 'POST reset':
      operator.reset();
      return { status: 204 };
    default:
      return unknownPath(arrival);
  }
}

function showJournal(operator: Operator, query: string): Answer {
  const read = readFilter(new URLSearchParams(query));
  return read.ok ? { list: mapped(operator.journal(read.filter), renderEntry) } : refused(read.issues);
}

function showRecords(operator: Operator, provider: ProviderName, account: string, type: string): Answer {
  const records = operator.records(provider, account, type);
  if (records === undefined)
    return {
      status: 404,
      json: { message: `There is no ${provider} account ${account} with records of type ${type}.` },
    };
  return { list: mapped(records, renderRecord) };
}

function setFault(operator: Operator, body: string): Answer {
  const parsed = parseJson(body);
  if (!parsed.ok) return refused([{ name: '', message: `is no JSON: ${parsed.message}` }]);
  const read = readFault(parsed.value);
  return read.ok ? { status: 201, json: operator.setFault(read.fault) } : refused(read.issues);
}

function changeSettings(operator: Operator, provider: ProviderName, account: string, body: string): Answer {
  const parsed = parseJson(body);
  if (!parsed.ok) return refused([{ name: '', message: `is no JSON: ${parsed.message}` }]);
  const read = readSettings(parsed.value);
  if (!read.ok) return refused(read.issues);
  const settings = operator.settings(provider, account, read.settings);
  if (settings !== undefined) return { status: 200, json: settings };
  return refused([
    { name: 'account', message: 'must be 1 to 64 of A-Z a-z 0-9 . _ - and begin with a letter or digit' },
  ]);
}

function refused(issues: readonly Issue[]): Reply {
  return { status: 400, json: { message: 'The request has faults.', issues } };
}

function unknownPath({ method, path }: Arrival): Reply {
  const doors = [...providerNames, '_sandbox'].map((door) => `/${door}`).join(', ');
  const message = `There is no ${method} ${path}. What there is begins with one of ${doors}.`;
  return { status: 404, json: { message } };
}

function* mapped<From, To>(items: Iterable<From>, render: (item: From) => To): Generator<To> {
  for (const item of items) yield render(item);
}

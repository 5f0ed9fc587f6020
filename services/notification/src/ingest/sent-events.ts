import type { IssueInput } from '@writ/problems';

type Sent = { body: unknown; headers: () => Readonly<Record<string, readonly string[] | undefined>> };

type SentEvents = {
  /** One event, or a list. */
  events: unknown;
  /** Faults of the mode. */
  issues: readonly IssueInput[];
  /** Moves an issue of an event to its place in the request. */
  placed: (issue: IssueInput) => IssueInput;
};

const structuredType = /^application\/cloudevents(?<batch>-batch)?\+json *(;|$)/i;
const prefix = 'ce-';

/**
 * Reads events by the HTTP binding of CloudEvents 1.0.2
 * (https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md): structured or
 * batched by media type, binary by `ce-` headers. Other JSON is one event or a list.
 */
export function sentEvents({ body, headers }: Sent): SentEvents {
  const all = headers();
  const type = all['content-type']?.[0] ?? '';
  const structured = structuredType.exec(type);
  if (structured)
    return { events: body, issues: listFaults(body, structured.groups?.['batch'] !== undefined), placed };
  const named = Object.entries(all).filter(([name]) => name.startsWith(prefix));
  if (named.length === 0) return { events: body, issues: emptyFaults(body), placed };
  const read = named.map(([name, values = []]) => ({ name, ...readAttribute(name, values) }));
  const attributes = read.map(({ name, value }) => [name.slice(prefix.length), value]);
  return {
    events: { ...Object.fromEntries(attributes), ...(type !== '' && { datacontenttype: type }), data: body },
    issues: read.flatMap(({ name, detail }) =>
      detail === undefined ? [] : [{ in: 'header', name, detail }],
    ),
    placed: placedInBinary,
  };
}

const placed = (issue: IssueInput): IssueInput => issue;

/** In binary mode attributes are headers, and the body is `data`. */
function placedInBinary(issue: IssueInput): IssueInput {
  const [, attribute = '', ...rest] = issue.name.split('/');
  if (attribute === '' || attribute === 'data')
    return { ...issue, name: rest.map((part) => `/${part}`).join('') };
  return {
    ...issue,
    in: 'header',
    name: attribute === 'datacontenttype' ? 'Content-Type' : prefix + attribute,
  };
}

/** A batch is a list, perhaps empty; a single event is not. */
const listFaults = (body: unknown, isBatch: boolean): IssueInput[] =>
  Array.isArray(body) === isBatch
    ? []
    : [
        {
          in: 'body',
          name: '',
          detail: isBatch
            ? 'A batch of events is an array.'
            : 'The media type is that of one event; an array is `application/cloudevents-batch+json`.',
        },
      ];

const emptyFaults = (body: unknown): IssueInput[] =>
  Array.isArray(body) && body.length === 0
    ? [{ in: 'body', name: '', detail: 'The list is empty; it needs at least one event.' }]
    : [];

/** Attributes that have a place of their own. */
const elsewhere: Readonly<Record<string, string>> = {
  'ce-data': 'The body is the `data` of the event; leave this header out.',
  'ce-datacontenttype': '`Content-Type` is the `datacontenttype` of the event; leave this header out.',
};

function readAttribute(name: string, values: readonly string[]): { value?: string; detail?: string } {
  const [sent = '', ...more] = values;
  if (elsewhere[name] !== undefined) return { detail: elsewhere[name] };
  if (more.length > 0) return { detail: `\`${name}\` must be sent once.` };
  const unquoted = /^".*"$/.test(sent) ? sent.slice(1, -1).replaceAll(/\\(.)/g, '$1') : sent;
  const value = percentDecoded(unquoted);
  return value === undefined
    ? { value: sent, detail: `\`${name}\` is percent-encoded, but not as UTF-8.` }
    : { value };
}

/** A `%` without two hexadecimal digits stays. */
function percentDecoded(text: string): string | undefined {
  try {
    return text.replaceAll(/(?:%[\da-f]{2})+/gi, decodeURIComponent);
  } catch {
    return undefined;
  }
}

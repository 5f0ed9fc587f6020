import {
  eventDataSchemas,
  jsonLimits,
  lifecycleEventSchema,
  type EventType,
  type LifecycleEvent,
} from '@writ/contracts';
import { inUtc, whyNoEvent, whyTooLarge } from '@writ/event-bus';
import {
  assertFaultless,
  createSchemaCompiler,
  mostIssues,
  shapeFaults,
  type IssueInput,
} from '@writ/problems';
import type { NewEvent } from './store-events.ts';
import { traceParentOf } from './trace-parent-of.ts';

/** For one CloudEvent or an array, of any project. */
export function createEventRule(): (sent: unknown) => readonly IssueInput[] {
  const compile = createSchemaCompiler();
  const checkEvent = compile(lifecycleEventSchema, 'body');
  const checkData = new Map(
    Object.entries(eventDataSchemas).map(([type, schema]) => [type, compile(schema, 'body')]),
  );

  const faultsOf = (event: Partial<LifecycleEvent>): readonly IssueInput[] => {
    const formal = checkEvent(event);
    if (!isObject(event)) return formal;
    // In binary mode the body has one level less.
    const misshapen = shapeFaults(event, jsonLimits.levels).map(({ at, ...fault }) => ({
      in: 'body' as const,
      name: at,
      ...fault,
    }));
    const { type, data } = event;
    const ofData = isObject(data) ? (checkData.get(type as EventType)?.(data) ?? []) : [];
    return [...formal, ...ofData.map((issue) => ({ ...issue, name: `/data${issue.name}` })), ...misshapen];
  };

  return (sent) => {
    if (!isObject(sent)) return [];
    const issues: IssueInput[] = [];
    for (const { at, event } of eventsOf(sent, anyProject)) {
      // An answer shows no more.
      if (issues.length > mostIssues) break;
      const faults = faultsOf(event);
      const all = faults.length > 0 ? faults : sizeFaults(event);
      issues.push(...all.map((issue) => ({ ...issue, name: at + issue.name })));
    }
    return issues;
  };
}

const anyProject = '00000000-0000-7000-8000-000000000000';

/**
 * `placed`: see `sentEvents`.
 *
 * @throws Fault for events of another project, or that the bus would not take
 */
export function publishedEvents(
  sent: object,
  { projectId, traceParent }: { projectId: string; traceParent?: string | undefined },
  placed = (issue: IssueInput): IssueInput => issue,
): readonly NewEvent[] {
  const events = [...eventsOf(sent, projectId)];
  const issues = events.flatMap(({ at, event }) => foreign(event, projectId, at));
  assertFaultless(issues.map(placed));
  assertFaultless(events.flatMap(({ at, event }) => refusedOnBus(event, at)).map(placed));
  return events.map(({ event }) => ({
    event: inUtc(event as LifecycleEvent),
    traceParent: traceParentOf(event, traceParent),
    published: { key: keyOf(event, projectId), line: JSON.stringify(event) },
  }));
}

/** The path's project is the default. */
function* eventsOf(sent: object, projectId: string): Generator<Placed> {
  const many = Array.isArray(sent);
  for (const [index, one] of (many ? sent : [sent]).entries()) {
    const event = isObject(one) ? { projectid: projectId, ...one } : (one as Placed['event']);
    yield { at: many ? `/${index}` : '', event };
  }
}

type Placed = { at: string; event: Partial<LifecycleEvent> };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function foreign({ projectid, data }: Partial<LifecycleEvent>, projectId: string, at: string): IssueInput[] {
  const detail = 'The event belongs to another project than the path.';
  const named = [
    ['/projectid', projectid],
    ['/data/projectId', data?.['projectId']],
  ] as const;
  return named.flatMap(([name, value]) =>
    value === undefined || value === projectId
      ? []
      : [{ in: 'body' as const, name: at + name, detail, value }],
  );
}

const refusedOnBus = (event: unknown, at: string): IssueInput[] => {
  const why = whyNoEvent(event);
  return why === undefined ? [] : [{ in: 'body', name: at, detail: `${why.reason}.`.replace(/\.\.$/, '.') }];
};

function sizeFaults(event: unknown): IssueInput[] {
  const detail = whyTooLarge(Buffer.byteLength(JSON.stringify(event)));
  return detail === undefined ? [] : [{ in: 'body', name: '', detail }];
}

/** Events of one installation, connection or destination keep their order (Contract §6.1). */
function keyOf(event: Partial<LifecycleEvent>, projectId: string): string {
  const data: Readonly<Record<string, unknown>> = isObject(event) && isObject(event.data) ? event.data : {};
  const ids = [data['installationId'], data['connectionId'], data['destinationId']];
  return `${projectId}:${ids.find((id) => typeof id === 'string') ?? ''}`;
}

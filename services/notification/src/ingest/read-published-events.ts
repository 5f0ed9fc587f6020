import { eventDataSchemas, lifecycleEventSchema, type EventType, type LifecycleEvent } from '@writ/contracts';
import { parseLifecycleEvent, type OutgoingMessage } from '@writ/event-bus';
import { createSchemaCompiler, invalidInput, mostIssues, type IssueInput } from '@writ/problem-details';

/** Reads one CloudEvent or an array of them into messages. @throws an input validation problem with every fault. */
export type ReadEvents = (body: unknown, projectId: string) => OutgoingMessage[];

const headers = { 'content-type': 'application/cloudevents+json; charset=UTF-8' };

/** An event that names no project is of the one that it is published to; one that names another is refused. */
export function createEventReader(): ReadEvents {
  const compile = createSchemaCompiler();
  const checkEvent = compile(lifecycleEventSchema, 'body');
  const checkData = new Map(
    Object.entries(eventDataSchemas).map(([type, schema]) => [type, compile(schema, 'body')]),
  );

  const faultsOf = (event: Partial<LifecycleEvent>, projectId: string): readonly IssueInput[] => {
    const formal = checkEvent(event);
    if (!isObject(event)) return formal;
    const isTold = ({ name }: IssueInput) => formal.some((issue) => issue.name === name);
    const { type, data } = event;
    const ofData = isObject(data) ? (checkData.get(type as EventType)?.(data) ?? []) : [];
    return [
      ...formal,
      ...ofData.map((issue) => ({ ...issue, name: `/data${issue.name}` })),
      ...foreign(event, projectId).filter((issue) => !isTold(issue)),
    ];
  };

  return (body, projectId) => {
    const single = !Array.isArray(body);
    const given = (single ? [body] : body) as Partial<LifecycleEvent>[];
    const issues: IssueInput[] = [];
    const messages: OutgoingMessage[] = [];
    for (const [index, one] of given.entries()) {
      // Of further ones an answer could not tell.
      if (issues.length > mostIssues) break;
      const event = isObject(one) ? { projectid: projectId, ...one } : one;
      const message = { key: keyOf(event, projectId), value: Buffer.from(JSON.stringify(event)), headers };
      const faults = faultsOf(event, projectId);
      const all = faults.length > 0 ? faults : unreadable(message);
      issues.push(...all.map((issue) => ({ ...issue, name: `${single ? '' : `/${index}`}${issue.name}` })));
      messages.push(message);
    }
    if (issues.length > 0) throw invalidInput(issues);
    return messages;
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function foreign({ projectid, data }: Partial<LifecycleEvent>, projectId: string): IssueInput[] {
  const detail = 'The event belongs to another project than the path.';
  const named = [
    ['/projectid', projectid],
    ['/data/projectId', data?.['projectId']],
  ] as const;
  return named.flatMap(([name, value]) =>
    value === undefined || value === projectId ? [] : [{ in: 'body' as const, name, detail, value }],
  );
}

/** What no schema says: size, and texts that cannot be stored. */
function unreadable(message: OutgoingMessage): IssueInput[] {
  const parsed = parseLifecycleEvent(message);
  return 'reason' in parsed ? [{ in: 'body', name: '', detail: parsed.reason }] : [];
}

/** Events of one installation, connection or destination keep their order (Contract §6.1). */
function keyOf(event: Partial<LifecycleEvent>, projectId: string): string {
  const data: Readonly<Record<string, unknown>> = isObject(event) && isObject(event.data) ? event.data : {};
  const ids = [data['installationId'], data['connectionId'], data['destinationId']];
  return `${projectId}:${ids.find((id) => typeof id === 'string') ?? ''}`;
}

import type { OperationLog } from '@writ/sdk';

/** What was done to a field that the request did not ask for; without records: of the one there is. */
export type NotedField = { field: string; records: readonly number[] };

/** A note of the log: its kind, its words, and the fields that it is about. */
export type Note = { kind: string; words: string; at: string; fields: readonly NotedField[] };

type Line = OperationLog[number];

/** The notes of a log, one of each kind; each record of an auto batch brings its own. */
export function notesOf(log: OperationLog): Note[] {
  const kinds = new Map<string, Note>();
  for (const line of log) {
    const kind = line.message.details?.['note'];
    if (kind === undefined) continue;
    const before = kinds.get(kind);
    const fields = together([...(before?.fields ?? []), ...fieldsOf(line)]);
    kinds.set(kind, { kind, words: line.message.msg, at: before?.at ?? line.timestamp, fields });
  }
  return [...kinds.values()];
}

/** Details are texts, of which some are JSON. */
function fieldsOf({ message: { details = {} } }: Line): NotedField[] {
  const fields = read(details['fields']) as { field: string; records?: number[] }[] | undefined;
  const records = (read(details['records']) ?? []) as number[];
  return (fields ?? []).map(({ field, records: own = records }) => ({ field, records: own }));
}

function read(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function together(fields: readonly NotedField[]): NotedField[] {
  const byName = Map.groupBy(fields, ({ field }) => field);
  return [...byName].map(([field, some]) => ({ field, records: some.flatMap(({ records }) => records) }));
}

/** What else a log tells: neither a note, nor an attempt, nor what the operation tells by itself. */
export function othersOf(log: OperationLog, result: string | undefined): Line[] {
  return log.slice(1).filter(({ message: { msg, details = {} } }) => {
    const isKnown = 'note' in details || 'attempt' in details || 'operationId' in details;
    return !isKnown && msg !== result;
  });
}

/** When an operation was retried, as its log tells it. */
export const retriedAt = (log: OperationLog, retriedAs: string): string | undefined =>
  log.findLast(({ message }) => message.details?.['operationId'] === retriedAs)?.timestamp;

/** How many records of an attempt an earlier one had created, as the log tells it: they were found, and not sent again. */
export const foundIn = (log: OperationLog, attempt: number): number =>
  log
    .filter(({ message }) => message.details?.['attempt'] === String(attempt))
    .reduce((sum, { message }) => sum + Number(message.details?.['found'] ?? 0), 0);

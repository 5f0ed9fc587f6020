import type { OperationLog } from '@writ/sdk';

/** A field that the settings changed; without records: of the only one. */
export type NotedField = { field: string; records: readonly number[] };

export type Note = {
  kind: string;
  /** Of an upsert: holds only if the record is created, or only if it is updated. */
  ifOnly: string | undefined;
  words: string;
  at: string;
  fields: readonly NotedField[];
};

type Line = OperationLog[number];

/** By kind and outcome. */
export function notesOf(log: OperationLog): Note[] {
  const kinds = new Map<string, Note>();
  for (const line of log) {
    const kind = line.message.details?.['note'];
    if (kind === undefined) continue;
    const ifOnly = line.message.details?.['ifOnly'];
    const name = `${kind} ${ifOnly ?? ''}`;
    const before = kinds.get(name);
    const fields = together([...(before?.fields ?? []), ...fieldsOf(line)]);
    kinds.set(name, { kind, ifOnly, words: line.message.msg, at: before?.at ?? line.timestamp, fields });
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

/** Lines that are neither a note, nor an attempt, nor the result. */
export function othersOf(log: OperationLog, result: string | undefined): Line[] {
  return log.slice(1).filter(({ message: { msg, details = {} } }) => {
    const isKnown = 'note' in details || 'attempt' in details || 'operationId' in details;
    return !isKnown && msg !== result;
  });
}

export const retriedAt = (log: OperationLog, retriedAs: string): string | undefined =>
  log.findLast(({ message }) => message.details?.['operationId'] === retriedAs)?.timestamp;

/** Records of an attempt that were found in the CRM, and not sent again. */
export const foundIn = (log: OperationLog, attempt: number): number =>
  log
    .filter(({ message }) => message.details?.['attempt'] === String(attempt))
    .reduce((sum, { message }) => sum + Number(message.details?.['found'] ?? 0), 0);

/** In milliseconds since 1970; the processes of a run share one machine and clock. */
type At = { atMs: number };

/** An observation. */
export type Entry =
  /** The write host accepted the write `number` as an operation. */
  | ({ kind: 'acknowledged'; number: number; operationId: string; sentAtMs: number } & At)
  /** Any other answer, or none (status 0). */
  | ({ kind: 'refused'; number: number; sentAtMs: number; status: number } & Refused & At)
  | ({ kind: 'fault'; what: string; target: string } & At)
  | ({ kind: 'fixed'; what: string; target: string } & At)
  /** A request to the CRM, with the writes of its records in order. */
  | ({ kind: 'call'; account: string; method: string; path: string; numbers: number[] } & Answered & At)
  | ({ kind: 'effect'; number: number; account: string; action: Action; recordId: string } & At)
  /** An event at a destination, counted from 0; absent: the only one. */
  | ({ kind: 'event'; eventId: string; webhookId: string; operationId: string; destination?: number } & At)
  /** An event on the bus; `place`: the order of changes. */
  | { kind: 'published'; key: string; eventId: string; place: number }
  | ({ kind: 'operation'; id: string; numbers: number[]; account: string; status: string } & Progress)
  | ({ kind: 'attempt'; operationId: string; attempt: number; durationMs: number } & At)
  | ({ kind: 'taken'; number: number; sentAtMs: number; tries: number } & At)
  /** A delivery at a destination, counted from 0; `eventAtMs`: the event's due time. */
  | ({ kind: 'arrival'; number: number; destination: number; webhookId: string; eventAtMs: number } & At)
  /** Deliveries begun but not settled when something broke. */
  | ({ kind: 'inFlight'; webhookIds: string[] } & At)
  | { kind: 'delivery'; webhookId: string; number: number; status: string; attempts: number }
  /** An unreadable message; its key names its sort. */
  | ({ kind: 'spoilt'; key: string } & At)
  | { kind: 'deadLetter'; key: string; reason: string }
  | ({ kind: 'offsets'; offsets: Readonly<Record<string, number>> } & At)
  /** Until `toMs` destinations lied or did not; `heapMb`: their service's, in the middle. */
  | ({ kind: 'phase'; name: 'honest' | 'lying'; toMs: number; heapMb: number } & At)
  | ({ kind: 'figure'; name: string; value: number } & At)
  /** A console's request. */
  | ({ kind: 'read'; page: string; status: number } & At)
  /** A soak's figures, by series; absent if unknown. */
  | ({ kind: 'look'; values: Readonly<Record<string, number>> } & At)
  /** Fired at least once; a finding's name includes its code. */
  | { kind: 'alert'; name: string };

type Action = 'created' | 'updated' | 'deleted';
type Refused = { type: string; retryable: boolean; detail: string };
type Answered = { seq: number; status?: number; fault?: string; tookMs?: number };
type Progress = {
  result?: string;
  ambiguous: boolean;
  attempts: number;
  createdAtMs: number;
  lastAttemptAtMs?: number;
  /** Absent while in progress. */
  endedAtMs?: number;
};

export type History = readonly Entry[];
export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

export const entriesOf = <Kind extends Entry['kind']>(history: History, kind: Kind): EntryOf<Kind>[] =>
  history.filter((entry): entry is EntryOf<Kind> => entry.kind === kind);

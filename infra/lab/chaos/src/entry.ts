/** Moments are milliseconds since 1970; all processes of a run share one machine, and so one clock. */
type At = { atMs: number };

/** One observation of a run. */
export type Entry =
  /** The write host took the write `number` on as an operation. */
  | ({ kind: 'acknowledged'; number: number; operationId: string; sentAtMs: number } & At)
  /** It was answered otherwise, or (status 0) not at all. */
  | ({ kind: 'refused'; number: number; sentAtMs: number; status: number } & Refused & At)
  | ({ kind: 'fault'; what: string; target: string } & At)
  | ({ kind: 'fixed'; what: string; target: string } & At)
  /** A request that came to the CRM, with the writes whose records its body holds, in order. */
  | ({ kind: 'call'; account: string; method: string; path: string; numbers: number[] } & Answered & At)
  | ({ kind: 'effect'; number: number; account: string; action: Action; recordId: string } & At)
  /** It came to a destination, counted from 0; absent: the only one. */
  | ({ kind: 'event'; eventId: string; webhookId: string; operationId: string; destination?: number } & At)
  /** An event stood on the bus; its changes were made in the order of `place`. */
  | { kind: 'published'; key: string; eventId: string; place: number }
  | ({ kind: 'operation'; id: string; numbers: number[]; account: string; status: string } & Progress)
  | ({ kind: 'attempt'; operationId: string; attempt: number; durationMs: number } & At)
  | ({ kind: 'taken'; number: number; sentAtMs: number; tries: number } & At)
  /** A delivery came to a destination, counted from 0; `eventAtMs` is when its event should have been published. */
  | ({ kind: 'arrival'; number: number; destination: number; webhookId: string; eventAtMs: number } & At)
  /** Deliveries that had begun and were not settled when something was broken. */
  | ({ kind: 'inFlight'; webhookIds: string[] } & At)
  | { kind: 'delivery'; webhookId: string; number: number; status: string; attempts: number }
  /** A message that cannot be taken in was sent; its key tells of what sort it is. */
  | ({ kind: 'spoilt'; key: string } & At)
  | { kind: 'deadLetter'; key: string; reason: string }
  | ({ kind: 'offsets'; offsets: Readonly<Record<string, number>> } & At)
  /** From `atMs` to `toMs` destinations beside others lied, or did not; the heap of their service in the middle of it. */
  | ({ kind: 'phase'; name: 'honest' | 'lying'; toMs: number; heapMb: number } & At)
  | ({ kind: 'figure'; name: string; value: number } & At)
  /** A page that a console shows was asked for. */
  | ({ kind: 'read'; page: string; status: number } & At)
  /** What a soak saw at one moment, by the name of its series. What could not be seen is absent. */
  | ({ kind: 'look'; values: Readonly<Record<string, number>> } & At)
  /** An alert fired, once or more; a finding's has its code. */
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
  /** Absent while it is in progress. */
  endedAtMs?: number;
};

export type History = readonly Entry[];
export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

export const entriesOf = <Kind extends Entry['kind']>(history: History, kind: Kind): EntryOf<Kind>[] =>
  history.filter((entry): entry is EntryOf<Kind> => entry.kind === kind);

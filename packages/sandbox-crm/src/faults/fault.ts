import type { JsonObject } from '../json.ts';
import type { ProviderName } from '../provider-name.ts';

export const earlyFaults = ['reset', 'hang', 'html'] as const;
export const lateFaults = [
  'commit-then-reset',
  'commit-then-hang',
  'hold',
  'slow',
  'truncate',
  'reset-mid-body',
] as const;

export type NamedFault = (typeof earlyFaults)[number] | (typeof lateFaults)[number];

/** This answer, whatever the handler says. */
export type AnswerFault = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The request is carried out first; else it is not handled. */
  readonly commit?: boolean;
};

/** The request is carried out; its answer breaks off after so many bytes of its body. */
export type CutFault = { readonly cut: number };

/** Refuse only the records that match; the rest of the request is handled as usual. */
export type RecordFault = {
  readonly item: {
    readonly code: string;
    readonly message: string;
    readonly status?: number;
    /** Further members of the error, such as HubSpot's `context` or Salesforce's `fields` and `duplicateResult`. */
    readonly more?: JsonObject;
    /** Salesforce: every record of the request has the error, as after an exception in a trigger. */
    readonly ofAll?: boolean;
  };
};

export type Fault = {
  readonly provider: ProviderName;
  /** Any account when absent. */
  readonly account?: string;
  readonly match?: {
    readonly method?: string;
    /** Text that the path contains. */
    readonly path?: string;
    /** Fields that some record in the request has, with these values. */
    readonly record?: JsonObject;
  };
  /** How many requests it strikes; 1 when absent. */
  readonly times?: number;
  readonly then: NamedFault | AnswerFault | CutFault | RecordFault;
};

export type ItemFault = { readonly record: JsonObject; readonly error: RecordFault['item'] };

export function isRecordFault(then: Fault['then']): then is RecordFault {
  return typeof then === 'object' && 'item' in then;
}

export function isCutFault(then: Fault['then']): then is CutFault {
  return typeof then === 'object' && 'cut' in then;
}

export function faultName(then: Fault['then']): string {
  if (typeof then === 'string') return then;
  if (isCutFault(then)) return 'cut';
  return isRecordFault(then) ? 'item' : `status-${then.status}`;
}

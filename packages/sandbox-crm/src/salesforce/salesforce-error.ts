import type { Reply } from '../server/call.ts';

export type SalesforceError = {
  readonly code: string;
  readonly message: string;
  readonly fields?: readonly string[];
  /** The records that a duplicate rule found. */
  readonly duplicateResult?: unknown;
};

/** Ends a call, or one subrequest of it, with errors. */
export class SalesforceRefusal extends Error {
  readonly status: number;
  readonly errors: readonly SalesforceError[];

  constructor(status: number, errors: readonly SalesforceError[]) {
    super(errors.map(({ message }) => message).join('; '));
    this.status = status;
    this.errors = errors;
  }
}

export function refusal(
  status: number,
  code: string,
  message: string,
  fields?: readonly string[],
): SalesforceRefusal {
  return new SalesforceRefusal(status, [{ code, message, ...(fields && { fields }) }]);
}

export const notFound = (): SalesforceRefusal =>
  refusal(404, 'NOT_FOUND', 'The requested resource does not exist');

/** A list at the top level, where the key is `errorCode`. */
export const errorReply = ({ status, errors }: SalesforceRefusal): Reply => ({
  status,
  json: errors.map(({ code, message, ...more }) => ({ message, errorCode: code, ...more })),
});

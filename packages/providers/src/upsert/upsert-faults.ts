import type { UpsertPlan } from '@writ/write-core';
import { unsent } from '../verdict.ts';

const longest = 100;
const said = ({ field, value }: UpsertPlan): string =>
  `\`${field}\` = \`${String(value).slice(0, longest).toWellFormed()}\``;

export const keyNotUnique = (
  field: string,
  objectName: string,
  provider: string,
  unique: readonly string[],
) =>
  unsent({
    kind: 'invalid',
    retryable: false,
    code: 'KEY_NOT_UNIQUE',
    message: `\`${field}\` is no unique field of \`${objectName}\` in this ${provider} account.${
      unique.length > 0 ? ` These are: ${unique.slice(0, 20).join(', ')}.` : ''
    }`,
  });

export const keyNotWhole = (field: string, provider: string) =>
  unsent({
    kind: 'invalid',
    retryable: false,
    code: 'KEY_UNUSABLE',
    field,
    message: `${provider} can't upsert by \`${field}\` all or none: leave \`allOrNone\` out.`,
  });

export const ambiguousKeyCode = 'AMBIGUOUS_KEY';

/** Nothing was written. */
export const ambiguousKey = (upsert: UpsertPlan, recordIds: readonly string[]) =>
  unsent({
    kind: 'conflict',
    retryable: false,
    code: ambiguousKeyCode,
    field: upsert.field,
    message: `Several records have ${said(upsert)}: ${recordIds.slice(0, 20).join(', ')}.`,
    matches: recordIds.slice(0, 20),
  });

export const keyNotFound = (upsert: UpsertPlan) =>
  unsent({
    kind: 'not-found',
    retryable: false,
    code: 'KEY_NOT_FOUND',
    field: upsert.field,
    message: `No record has ${said(upsert)}, and \`onMissing\` is \`fail\`.`,
  });

export const keyUnusable = (upsert: UpsertPlan, provider: string, why?: string) =>
  unsent({
    kind: 'invalid',
    retryable: false,
    code: 'KEY_UNUSABLE',
    field: upsert.field,
    message: `${provider} can't look for a record with ${said(upsert)}${why === undefined ? '.' : `: ${why}`}`,
  });

export const outOfTime = unsent({
  kind: 'timeout',
  retryable: true,
  message: 'No time was left in this attempt to look for the record, or to write it.',
});

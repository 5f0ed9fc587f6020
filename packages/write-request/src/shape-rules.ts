import { pointerTo } from '@writ/contracts';
import { shapeFaults, type IssueInput } from '@writ/problems';
import { mostFields, type JsonValue } from '@writ/write-core';
import { bodyIssue, placedRecords, type ReadableBody } from './readable-body.ts';

const maxDepth = 32;

/** Checks depth, width, and numbers and options that would reach the provider changed. */
export function shapeRules(body: ReadableBody): readonly IssueInput[] {
  const faults = shapeFaults(body, maxDepth).map(({ at, detail, value }) => bodyIssue(at, detail, value));
  const tooWide = placedRecords(body).flatMap(({ pointer, record }) => {
    const count = Object.keys(record).length;
    return count > mostFields ? bodyIssue(pointer, `A record has at most ${mostFields} fields.`, count) : [];
  });
  return [...faults, ...tooWide, ...placedRecords(body).flatMap(splitOptions)];
}

/** Both CRMs take a list as one text, with `;` between options. */
const splitOptions = ({ pointer, record }: ReturnType<typeof placedRecords>[number]): IssueInput[] =>
  Object.entries(record).flatMap(([field, list]) =>
    (Array.isArray(list) ? list : []).flatMap((option: JsonValue, index) => {
      const detail = faultOfOption(option);
      return detail === undefined
        ? []
        : bodyIssue(pointerTo(pointerTo(pointer, field), index), detail, option);
    }),
  );

function faultOfOption(option: JsonValue): string | undefined {
  if (option === null || typeof option === 'object') return noOption;
  return typeof option === 'string' && option.includes(';') ? severalOptions : undefined;
}

const noOption = 'An option of a list is a text, a number, or true or false.';

const severalOptions =
  'The CRM reads `;` as the end of an option. Give each option as an entry of its own, without `;`.';

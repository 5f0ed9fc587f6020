import { isJsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/problems';

/** Unchecked: any member may be missing or of another type. */
export type ReadableBody = Readonly<Record<string, unknown>>;

const placedItems = ({ batch }: ReadableBody): { pointer: string; item: ReadableBody }[] =>
  (Array.isArray(batch) ? batch : []).map((item: unknown, index) => ({
    pointer: `/batch/${index}`,
    item: isJsonObject(item) ? item : {},
  }));

/** An empty list asks for nothing; clients send it by habit. */
export const isNone = (list: unknown): boolean =>
  list === undefined || (Array.isArray(list) && list.length === 0);

export const placedAssociations = (body: ReadableBody): { pointer: string; value: unknown }[] =>
  [{ pointer: '', item: body }, ...placedItems(body)].flatMap(({ pointer, item: { associations: value } }) =>
    isNone(value) ? [] : [{ pointer: `${pointer}/associations`, value }],
  );

export const placedRecords = (body: ReadableBody): { pointer: string; record: ReadableBody }[] =>
  [
    { pointer: '/record', record: body['record'] },
    ...placedItems(body).map(({ pointer, item }) => ({
      pointer: `${pointer}/record`,
      record: item['record'],
    })),
  ].filter((placed): placed is { pointer: string; record: ReadableBody } => isJsonObject(placed.record));

/** A non-empty text or an integer (Contract §4.1). */
export const isRecordId = (id: unknown): id is string | number =>
  (typeof id === 'string' && id !== '') || Number.isSafeInteger(id);

/** @param value absent if it was not sent */
export const bodyIssue = (name: string, detail: string, value?: unknown): IssueInput => ({
  in: 'body',
  name,
  detail,
  ...(value !== undefined && { value }),
});

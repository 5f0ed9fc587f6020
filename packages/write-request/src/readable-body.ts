import { isJsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/http-kit';

/** A body as far as it can be read: any member may be missing, or be something else than it should. */
export type ReadableBody = Readonly<Record<string, unknown>>;

/** The items of the batch with the pointers to them. */
const placedItems = ({ batch }: ReadableBody): { pointer: string; item: ReadableBody }[] =>
  (Array.isArray(batch) ? batch : []).map((item: unknown, index) => ({
    pointer: `/batch/${index}`,
    item: isJsonObject(item) ? item : {},
  }));

/** An empty list asks for nothing, so it is as good as no member: clients send it by habit. */
export const isNone = (list: unknown): boolean =>
  list === undefined || (Array.isArray(list) && list.length === 0);

/** The associations of the body and of the items of its batch, with the pointers to them; an empty list is none. */
export const placedAssociations = (body: ReadableBody): { pointer: string; value: unknown }[] =>
  [{ pointer: '', item: body }, ...placedItems(body)].flatMap(({ pointer, item: { associations: value } }) =>
    isNone(value) ? [] : [{ pointer: `${pointer}/associations`, value }],
  );

/** The records with the pointers to them: that of the body and those of its batch, as far as they are objects. */
export const placedRecords = (body: ReadableBody): { pointer: string; record: ReadableBody }[] =>
  [
    { pointer: '/record', record: body['record'] },
    ...placedItems(body).map(({ pointer, item }) => ({
      pointer: `${pointer}/record`,
      record: item['record'],
    })),
  ].filter((placed): placed is { pointer: string; record: ReadableBody } => isJsonObject(placed.record));

/** Whether it can be the id of a record: a text that is not empty, or an integer (Contract §4.1). */
export const isRecordId = (id: unknown): id is string | number =>
  (typeof id === 'string' && id !== '') || Number.isSafeInteger(id);

/** An issue of a member of the body. @param value what was sent, where it was sent at all */
export const bodyIssue = (name: string, detail: string, value?: unknown): IssueInput => ({
  in: 'body',
  name,
  detail,
  ...(value !== undefined && { value }),
});

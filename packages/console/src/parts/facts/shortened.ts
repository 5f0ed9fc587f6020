const keptAtBegin = 8;
const keptAtEnd = 6;

/** A long id without its middle: what ids of one time share stands at the begin, what tells them apart at the end. */
export const shortened = (id: string): string =>
  id.length <= keptAtBegin + keptAtEnd + 2 ? id : `${id.slice(0, keptAtBegin)}…${id.slice(-keptAtEnd)}`;

import { notFound, type Refusal } from '@writ/problem-details';

export const connectionNotFound = (id: string): Refusal =>
  notFound('path', 'connectionId', id, 'The project has no connection with this id.');

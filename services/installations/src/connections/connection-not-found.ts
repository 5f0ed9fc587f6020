import { notFound, type Fault } from '@writ/http-kit';

export const connectionNotFound = (id: string): Fault =>
  notFound('path', 'connectionId', id, 'The project has no connection with this id.');

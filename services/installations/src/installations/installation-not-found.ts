import { notFound, type Fault } from '@writ/http-kit';

export const installationNotFound = (id: string): Fault =>
  notFound('path', 'installationId', id, 'The integration has no installation with this id.');

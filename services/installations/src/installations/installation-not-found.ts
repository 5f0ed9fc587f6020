import { notFound, type Refusal } from '@writ/problem-details';

export const installationNotFound = (id: string): Refusal =>
  notFound('path', 'installationId', id, 'The integration has no installation with this id.');

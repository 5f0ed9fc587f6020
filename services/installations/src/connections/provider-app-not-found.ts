import { notFound, type Refusal } from '@writ/http-kit';

export const providerAppNotFound = (id: string): Refusal =>
  notFound('path', 'providerAppId', id, 'The project has no provider app with this id.');

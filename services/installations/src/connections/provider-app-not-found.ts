import { notFound, type Refusal } from '@writ/problem-details';

export const providerAppNotFound = (id: string): Refusal =>
  notFound('path', 'providerAppId', id, 'The project has no provider app with this id.');

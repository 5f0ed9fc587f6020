import { address, count, exactly, listOf, mapOf, matching, someText } from '../schema.ts';
import { dataPath } from './values.ts';

const limit = exactly({ Max: count, Remaining: count });

export const limits = {
  ...mapOf(limit, '^[A-Z][A-Za-z]*$'),
  required: ['DailyApiRequests'],
};

const resource = matching(`${dataPath}/[a-zA-Z]+$`);

export const resources = exactly({
  sobjects: resource,
  composite: resource,
  query: resource,
  queryAll: resource,
  limits: resource,
  identity: address,
});

export const versions = listOf(
  exactly({ label: someText, url: matching(`${dataPath}$`), version: matching(String.raw`^\d{2}\.0$`) }),
  1,
);

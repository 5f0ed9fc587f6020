import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../../../edge');
type Route = { service: string; path: string };
const { routes, otherwise } = JSON.parse(await readFile(join(folder, 'routes.json'), 'utf8')) as {
  routes: Route[];
  otherwise: string;
};

test.each([
  ['/v1/projects/demo/operations', 'operations'],
  ['/v1/projects/demo/operations?pageSize=5', 'operations'],
  ['/v1/projects/demo/operations/0190:cancel', 'operations'],
  ['/v1/projects/demo/operations:retry', 'operations'],
  ['/v1/projects/demo/operations/0190/records?pageSize=5', 'operations'],
  ['/v1/projects/demo/operations/0190/records/0:read', 'installations'],
  ['/v1/projects/demo/lanes/0190:pause', 'operations'],
  ['/v1/projects/demo/search?q=0190', 'operations'],
  ['/v1/projects/demo/stats', 'operations'],
  ['/v1/projects/demo/integrations/crm/installations/0190/operations', 'operations'],
  ['/v1/projects/demo/integrations/crm/installations/operations', 'installations'],
  ['/v1/projects/operations/installations', 'installations'],
  ['/v1/projects/demo/destinations/hook:test', 'notification'],
  ['/v1/projects/demo/topics', 'notification'],
  ['/v1/projects/demo/notification-event-topic-routes', 'notification'],
  ['/v1/projects/demo/topic-destination-routes/0190', 'notification'],
  ['/v1/projects/demo/events', 'notification'],
  ['/v1/projects/demo/deliveries/0190:redeliver', 'notification'],
  ['/v1/projects/demo/topicsish', 'installations'],
  ['/v1/projects/demo?x=/operations', 'installations'],
  ['/v1/oauth-connect', 'installations'],
  ['/v1/oauth/callback?code=a&state=b', 'installations'],
  ['/livez', 'installations'],
  ['/v1/lanes', 'operations'],
  ['/v1/lanes/0190:pause', 'operations'],
  ['/v1/system', 'operations'],
  ['/readyz', 'installations'],
  ['/readyz/operations', 'operations'],
  ['/readyz/notification?x', 'notification'],
])('%s is answered by %s', (path, expected) => {
  const route = routes.find((candidate) => new RegExp(candidate.path).test(path));
  expect(route?.service ?? otherwise).toBe(expected);
});

test('nginx has the same table', async () => {
  const template = await readFile(join(folder, 'nginx.conf.template'), 'utf8');
  const table = /map \$request_uri \$management_service \{(.*?)\n\}/s.exec(template)?.[1] ?? '';
  const found = [...table.matchAll(/"~(.+)" (\w+);/g)].map(([, path, name]) => ({ service: name, path }));
  expect({ routes: found, otherwise: /default (\w+);/.exec(table)?.[1] }).toEqual({ routes, otherwise });
});

import type { Run } from '../experiment.ts';
import { deliverTo } from './deliver-to.ts';

const path = '/disabled';

/** Delivers `destination.webhook.disabled` to the receiver; gives how many of them it has by then. */
export async function routeDisabling({ ground }: Run): Promise<() => number> {
  const { project, receiver } = ground;
  await deliverTo(project, { urls: [receiver.url + path], eventType: 'destination.webhook.disabled' });
  return () => receiver.received.filter((request) => request.path === path).length;
}

import type { RunningWrit } from '@writ/all-in-one/testing';
import { eventually, startReceiver, type Receiver } from '@writ/test-kit';

type Delivery = { id: string; destinationId: string; status: string; lastError?: object };
type Of<Entry> = { results: Entry[] };

/** What a receiver says that does not take deliveries now. */
export const refusal = '{"error":"maintenance until noon"}';

/**
 * A receiver, and three destinations that one topic leads to: one that works, one that fails and one that is disabled; an event
 * that reached them, and one that reached nobody. Gives the ids of one of each.
 */
export async function makeDeliveries({ caller }: Pick<RunningWrit, 'caller'>) {
  const receiver = await startReceiver();
  receiver.answerAlways(({ path }) =>
    path === '/fails' ? { status: 503, body: refusal } : { status: 200, body: 'thanks' },
  );
  const destination = async (name: string, path: string): Promise<string> => {
    const metadata = { url: `${receiver.url}${path}`, headers: { Authorization: 'Bearer of-the-receiver' } };
    return (await caller.manage('POST', '/destinations', { name, type: 'webhook', metadata })).body.id;
  };
  const working = await destination('crm-writes', '/works');
  const failing = await destination('data-warehouse', '/fails');
  const disabled = await destination('old-backend', '/works');
  const eventTypes = ['write.async.done'];
  const destinationIds = [working, failing, disabled];
  const topic = await caller.manage('POST', '/topics', { name: 'ended writes', eventTypes, destinationIds });
  await caller.manage('POST', `/destinations/${disabled}:disable`);
  const { body: write } = await caller.write<{ operationId: string }>('hubspot', 'contacts', {
    type: 'create',
    mode: 'asynchronous',
    record: { email: 'delivered@example.com' },
  });
  const found = await eventually(async () => {
    const path = `/deliveries?operationId=${write.operationId}`;
    const { results } = (await caller.manage<Of<Delivery>>('GET', path)).body;
    const to = (id: string) => results.find(({ destinationId }) => destinationId === id);
    const [delivered, retrying, held] = [to(working), to(failing), to(disabled)];
    if (delivered?.status !== 'delivered' || !retrying?.lastError || held?.status !== 'held')
      throw new Error('The deliveries have not got that far.');
    return { delivered: delivered.id, retrying: retrying.id, held: held.id };
  });
  const events = async (query: string) =>
    (await caller.manage<Of<{ id: string }>>('GET', `/events?${query}`)).body.results[0]!.id;
  const event = await events(`operationId=${write.operationId}`);
  const untold = await events('reached=false');
  return { receiver, working, failing, disabled, topic: topic.body.id, ...found, event, untold };
}

export type MadeDeliveries = Awaited<ReturnType<typeof makeDeliveries>> & { receiver: Receiver };

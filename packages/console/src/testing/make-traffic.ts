import type { RunningWrit } from '@writ/all-in-one/testing';

/**
 * Writes of all kinds for the demo's customer: written now and later, in part, refused, waiting for a provider that is down, for
 * an auto batch. Gives the ids of one of each, and of the lane of the account that is down.
 */
export async function makeTraffic({ caller, demo }: Pick<RunningWrit, 'caller' | 'demo'>) {
  const later = async (provider: 'hubspot' | 'salesforce', object: string, json: object): Promise<string> => {
    const { body } = await caller.write<{ operationId: string }>(provider, object, {
      type: 'create',
      mode: 'asynchronous',
      ...json,
    });
    return body.operationId;
  };
  const contact = (name: string) => ({ email: `${name}@example.com`, firstname: name });
  for (let index = 0; index < 30; index += 1)
    await later('hubspot', 'contacts', { record: contact(`customer-${index}`) });
  const { body: now } = await caller.write<{ operationId: string; result: { recordId: string } }>(
    'hubspot',
    'contacts',
    { type: 'create', record: contact('ada') },
  );
  await caller.write('hubspot', 'contacts', { type: 'create', record: contact('ada') });
  const written = await later('hubspot', 'contacts', { record: contact('grace') });
  const partial = await later('salesforce', 'Contact', {
    batch: [
      { record: { LastName: 'Lovelace' } },
      { record: { FirstName: 'No name' } },
      { record: { LastName: 'Hopper' } },
    ],
  });
  const refused = await later('hubspot', 'contacts', { record: { email: 'no address' } });
  for (const id of [written, partial, refused]) await caller.endOf(id);
  const collecting = await later('hubspot', 'companies', {
    record: { name: 'Initech' },
    autoBatchPolicy: { maxDelayMinutes: 5 },
  });
  await caller.call('POST', `${demo.sandboxUrl}/_sandbox/faults`, {
    json: { provider: 'salesforce', times: 1_000, then: { status: 503 } },
  });
  const lead = (LastName: string) =>
    later('salesforce', 'Lead', { record: { LastName, Company: 'Bletchley' } });
  const waiting = await lead('Turing');
  // So many different writes that fail in a row open the breaker.
  for (const name of ['Clarke', 'Welchman', 'Good', 'Michie', 'Batey']) await lead(name);
  const { body: operation } = await caller.manage<{ laneId: string }>('GET', `/operations/${waiting}`);
  const lane = operation.laneId;
  return {
    record: now.result.recordId,
    now: now.operationId,
    written,
    partial,
    refused,
    collecting,
    waiting,
    lane,
  };
}

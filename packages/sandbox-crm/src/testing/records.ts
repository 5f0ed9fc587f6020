import type { TestSandbox } from './test-sandbox.ts';

/** Creates a HubSpot contact and returns its id. */
export async function givenContact(
  { hubspot }: TestSandbox,
  properties: Record<string, string>,
): Promise<string> {
  return idOf(await hubspot('POST', '/crm/v3/objects/contacts', { properties, associations: [] }));
}

/** Creates a Salesforce record and returns its id. */
export async function givenRow(
  { salesforce }: TestSandbox,
  type: string,
  fields: Record<string, unknown>,
): Promise<string> {
  return idOf(await salesforce('POST', `/services/data/v66.0/sobjects/${type}`, fields));
}

function idOf({ status, body }: { status: number; body: unknown }): string {
  if (status !== 201) throw new Error(`The record was not created: ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}

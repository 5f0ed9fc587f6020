import { join } from 'node:path';
import type { DemoFile } from '@writ/installations';
import type { Config } from './config.ts';

type CrmAddresses = Pick<Config, 'HUBSPOT_BASE_URL' | 'SALESFORCE_LOGIN_URL'>;

/** What a first look needs: the addresses, and three requests to copy. */
export function welcome(
  demo: DemoFile,
  {
    dataDir,
    metricsUrl,
    consoleLink,
    crms,
  }: {
    dataDir: string;
    metricsUrl: string;
    consoleLink: string | undefined;
    crms: CrmAddresses;
  },
): string {
  const key = `-H 'X-Api-Key: ${demo.apiKey}'`;
  const json = `-H 'Content-Type: application/json'`;
  const contacts = `${demo.writeUrl}/projects/${demo.project}/integrations/${demo.integrations.hubspot}/objects/contacts`;
  return `
Writ is running.

  Write host         ${demo.writeUrl}
  Management host    ${demo.managementUrl}
  Sandbox CRMs       ${demo.sandboxUrl}
  Demo credentials   ${join(dataDir, 'demo.json')}
  Guide, reference   ${new URL('/', demo.managementUrl).href}
  Metrics            ${metricsUrl}
${consoleLink === undefined ? '' : `  Console            ${consoleLink}\n                     (signs you in once, within five minutes)\n`}
1. Create a contact in the demo customer's HubSpot, now:

  curl -s ${contacts} \\
    ${key} ${json} \\
    -d '{"groupRef":"${demo.groupRef}","type":"create","record":{"email":"ada@example.com","firstname":"Ada"}}'

2. The same, later and retried until it is done; the answer is an operation's id:

  curl -s ${contacts} \\
    ${key} ${json} \\
    -d '{"groupRef":"${demo.groupRef}","type":"create","mode":"asynchronous","record":{"email":"grace@example.com"}}'

3. How the writes went:

  curl -s ${demo.managementUrl}/projects/${demo.project}/operations ${key}

${whereWritesGo(crms)}
Webhooks may go to http://127.0.0.1 here.
\`npm run demo\` shows the whole road, ${new URL('/guide', demo.managementUrl).href} the way to your own CRM. Ctrl-C stops.
`;
}

/** Which CRM is where. The demo's tokens are the sandbox's, and its Salesforce connection names an instance there. */
function whereWritesGo({
  HUBSPOT_BASE_URL: hubspot,
  SALESFORCE_LOGIN_URL: salesforce,
}: CrmAddresses): string {
  if (hubspot === undefined && salesforce === undefined)
    return 'The sandbox stands in for the CRMs: nothing leaves this machine. It forgets its records when this stops.';
  // An address may hold a password.
  const placeOf = (address: string) => new URL(address).origin;
  const sandbox = 'the sandbox, which forgets its records when this stops.';
  return [
    hubspot === undefined
      ? `HubSpot: ${sandbox}`
      : `HubSpot: ${placeOf(hubspot)}, where the demo customer's writes are refused, since its token is the sandbox's.`,
    salesforce === undefined
      ? `Salesforce: ${sandbox}`
      : `Salesforce: ${placeOf(salesforce)}. The demo customer's writes still go to ${sandbox}`,
  ].join('\n');
}

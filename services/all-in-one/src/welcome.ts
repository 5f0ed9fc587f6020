import { join } from 'node:path';
import type { DemoFile } from '@writ/installations';
import { providers, type providerUrlVariables } from '@writ/providers';

/** The CRMs that are not the sandbox's. */
type CrmAddresses = { readonly [Name in keyof typeof providerUrlVariables]?: string | undefined };

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

/** Shows origins only, since an address may hold a password. */
function whereWritesGo(crms: CrmAddresses): string {
  if (providers.every(({ urlVariable }) => crms[urlVariable] === undefined))
    return 'The sandbox stands in for the CRMs: nothing leaves this machine. It forgets its records when this stops.';
  const sandbox = 'the sandbox, which forgets its records when this stops.';
  const lines = providers.map(({ declaration, urlVariable, demo }) => {
    const address = crms[urlVariable];
    if (address === undefined) return `${declaration.displayName}: ${sandbox}`;
    const place = `${declaration.displayName}: ${new URL(address).origin}`;
    // The demo's token is the sandbox's, and so is the address of its account, if it has one.
    return demo.hasOwnAddress
      ? `${place}. The demo customer's writes still go to ${sandbox}`
      : `${place}, where the demo customer's writes are refused, since its token is the sandbox's.`;
  });
  return lines.join('\n');
}

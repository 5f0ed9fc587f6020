import { join } from 'node:path';
import type { DemoFile } from '@writ/installations';
import { providers, type providerUrlVariables } from '@writ/providers';

/** The addresses of real CRMs. */
type CrmAddresses = { readonly [Name in keyof typeof providerUrlVariables]?: string | undefined };

/** The addresses, and three requests to copy. */
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
1. Create a contact in the demo customer's HubSpot, synchronously:

  curl -s ${contacts} \\
    ${key} ${json} \\
    -d '{"groupRef":"${demo.groupRef}","type":"create","record":{"email":"ada@example.com","firstname":"Ada"}}'

2. Create one asynchronously, with retries; the answer is the id of an operation:

  curl -s ${contacts} \\
    ${key} ${json} \\
    -d '{"groupRef":"${demo.groupRef}","type":"create","mode":"asynchronous","record":{"email":"grace@example.com"}}'

3. List the writes with their status:

  curl -s ${demo.managementUrl}/projects/${demo.project}/operations ${key}

${whereWritesGo(crms)}
Webhooks may go to http://127.0.0.1 here.
\`npm run demo\` runs writes and a webhook step by step; ${new URL('/guide', demo.managementUrl).href} leads to your own CRM. Ctrl-C stops.
`;
}

/** Shows only origins: an address may contain a password. */
function whereWritesGo(crms: CrmAddresses): string {
  if (providers.every(({ urlVariable }) => crms[urlVariable] === undefined))
    return 'The sandbox replaces the CRMs: nothing leaves this machine. It loses its records when you stop it.';
  const sandbox = 'the sandbox, which loses its records when you stop it.';
  const lines = providers.map(({ declaration, urlVariable, demo }) => {
    const address = crms[urlVariable];
    if (address === undefined) return `${declaration.displayName}: ${sandbox}`;
    const place = `${declaration.displayName}: ${new URL(address).origin}`;
    // The demo's token and account address are the sandbox's.
    return demo.hasOwnAddress
      ? `${place}. The demo customer's writes still go to ${sandbox}`
      : `${place}, which refuses the demo customer's writes, since their token is the sandbox's.`;
  });
  return lines.join('\n');
}

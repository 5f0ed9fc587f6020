import type { IssueInput } from '@writ/problems';
import { addressIssues, providerRule, type SentAccount } from '../connections/connection-rule.ts';
import { plainFact } from '../connections/plain-connection.ts';
import type { Deps } from '../deps.ts';

type Sent = { body: SentAccount; header: (name: string) => string | undefined };

export const connectRule = (deps: Deps, { body, header }: Sent): readonly IssueInput[] => [
  ...projectIssues(body),
  ...providerRule(deps.providers, body),
  ...(namesAddress(body) ? addressIssues(deps.accountAddresses, body) : []),
  ...openerIssues(deps, header('Origin')),
];

function projectIssues(body: object): readonly IssueInput[] {
  const named = ['projectIdOrName', 'projectId'].filter((name) => name in body);
  if (named.length === 1) return [];
  const detail =
    named.length === 0
      ? 'Name the project as `projectIdOrName`.'
      : 'Name the project as `projectIdOrName` or `projectId`, not both.';
  return [{ in: 'body', name: `/${named.at(-1) ?? 'projectIdOrName'}`, detail }];
}

/** Without an address the person signs in at the usual one; the tokens name the account's. */
const namesAddress = ({ providerMetadata = {}, providerWorkspaceRef }: SentAccount): boolean =>
  plainFact(providerMetadata['instanceUrl']) !== undefined || providerWorkspaceRef !== undefined;

/** Only pages that may call this host receive the result. A request without an origin comes from no page. */
export function openerIssues({ config }: Pick<Deps, 'config'>, origin: string | undefined): IssueInput[] {
  const own = new URL(config.PUBLIC_MANAGEMENT_URL).origin;
  if (origin === undefined || origin === own || config.CORS_ORIGINS.includes(origin)) return [];
  const detail = 'The result would go to a page of this origin, which may not call this host.';
  const remedy = 'Your Writ operator can add the origin to `CORS_ORIGINS`.';
  return [{ in: 'header', name: 'Origin', detail, value: origin, remedy }];
}

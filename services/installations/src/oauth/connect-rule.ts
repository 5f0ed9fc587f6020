import { isJsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/http-kit';
import { addressIssues, providerRule } from '../connections/connection-rule.ts';
import { plainFact } from '../connections/plain-connection.ts';
import type { Deps } from '../deps.ts';

type Sent = { body: unknown; header: (name: string) => string | undefined };

/** Rule of the request that begins to connect a customer. */
export const connectRule = (deps: Deps, { body, header }: Sent): readonly IssueInput[] => [
  ...projectIssues(body),
  ...providerRule(deps.providers, body),
  ...(namesAddress(body) ? addressIssues(deps.accountAddresses, body) : []),
  ...openerIssues(deps, header('Origin')),
];

function projectIssues(body: unknown): readonly IssueInput[] {
  if (!isJsonObject(body)) return [];
  const named = ['projectIdOrName', 'projectId'].filter((name) => name in body);
  if (named.length === 1) return [];
  const detail =
    named.length === 0
      ? 'Name the project as `projectIdOrName`.'
      : 'Name the project as `projectIdOrName` or `projectId`, not both.';
  return [{ in: 'body', name: `/${named.at(-1) ?? 'projectIdOrName'}`, detail }];
}

/** Where a person signs in decides without it; where the account is, its tokens tell. */
function namesAddress(body: unknown): boolean {
  const { providerMetadata, providerWorkspaceRef } = isJsonObject(body) ? body : {};
  const instanceUrl = isJsonObject(providerMetadata) ? plainFact(providerMetadata['instanceUrl']) : undefined;
  return instanceUrl !== undefined || providerWorkspaceRef !== undefined;
}

/**
 * Rule of the page that a request comes from: how the authorization ends, and for which connection, is told to the pages
 * alone that may call us anyway. A request without an origin comes from no page, and nobody is told.
 */
export function openerIssues({ config }: Pick<Deps, 'config'>, origin: string | undefined): IssueInput[] {
  const own = new URL(config.PUBLIC_MANAGEMENT_URL).origin;
  if (origin === undefined || origin === own || config.CORS_ORIGINS.includes(origin)) return [];
  const detail = 'How it ends would be told to a page of this origin, which may not call this host.';
  const remedy = 'Those who run the service can add the origin to `CORS_ORIGINS`.';
  return [{ in: 'header', name: 'Origin', detail, value: origin, remedy }];
}

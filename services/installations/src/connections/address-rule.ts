import type { IssueInput } from '@writ/http-kit';
import type { AccountAddressBook } from './account-addresses.ts';
import { instanceAddress } from './instance-address.ts';

/** Rule of the body of a connection: where accounts of the provider have addresses of their own, one that may be called. */
export const addressRule =
  (book: AccountAddressBook) =>
  (body: unknown): readonly IssueInput[] => {
    const { provider, providerMetadata, providerWorkspaceRef } = (body ?? {}) as Record<string, unknown>;
    const addresses = Object.entries(book).find(([name]) => name === provider)?.[1];
    if (addresses === undefined) return [];
    const { instanceUrl } = (providerMetadata ?? {}) as { instanceUrl?: unknown };
    if (!isTextOrAbsent(instanceUrl) || !isTextOrAbsent(providerWorkspaceRef)) return [];
    const found = instanceAddress({ instanceUrl, workspaceRef: providerWorkspaceRef }, addresses);
    return 'issue' in found ? [found.issue] : [];
  };

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

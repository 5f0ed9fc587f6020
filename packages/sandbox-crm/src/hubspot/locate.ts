export type Location = { readonly area: string; readonly version: string; readonly rest: readonly string[] };

const datedVersions = new Set(['2025-09', '2026-03', '2026-09']);

/** Both path families (Providers §2.1): `/crm/v3/{area}/…` and `/crm/{area}/2026-03/…`. */
export function locate(segments: readonly string[]): Location | undefined {
  const [product, second = '', third = ''] = segments;
  if (product === 'crm') {
    if (second === 'v3') return { area: third, version: second, rest: segments.slice(3) };
    if (datedVersions.has(third)) return { area: second, version: third, rest: segments.slice(3) };
    return undefined;
  }
  if (product === 'account-info' && (second === 'v3' || datedVersions.has(second))) {
    return { area: 'account-info', version: second, rest: segments.slice(2) };
  }
  return undefined;
}

export function oauthVersion(segments: readonly string[]): string | undefined {
  const [product, version = ''] = segments;
  if (product !== 'oauth') return undefined;
  return version === 'v1' || version === 'v3' || datedVersions.has(version) ? version : undefined;
}

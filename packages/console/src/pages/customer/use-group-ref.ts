import { useLocation } from 'wouter';

/** The router's own parts are decoded in part, so `%2F` and `%252F` look alike there. */
export function useGroupRef(): string {
  useLocation();
  const [, encoded = ''] = /\/customers\/([^/]+)/.exec(window.location.pathname) ?? [];
  return decodeURIComponent(encoded);
}

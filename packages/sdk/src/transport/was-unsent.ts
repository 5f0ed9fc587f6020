/** Nobody listens there, and nobody knows the name. */
const unsentCodes: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND'];

/**
 * Whether a fault of `fetch` says for certain that nothing left this machine. Of a name with several addresses each was
 * tried, and all of them have to say so.
 */
export function wasUnsent(fault: unknown): boolean {
  if (typeof fault !== 'object' || fault === null) return false;
  const { code, cause, errors } = fault as { code?: unknown; cause?: unknown; errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return errors.every(wasUnsent);
  return unsentCodes.includes(code) || wasUnsent(cause);
}

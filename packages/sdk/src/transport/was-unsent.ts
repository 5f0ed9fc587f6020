const unsentCodes: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND'];

/** Whether an error of `fetch` proves that nothing was sent, to any address of the name. */
export function wasUnsent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return errors.every(wasUnsent);
  return unsentCodes.includes(code) || wasUnsent(cause);
}

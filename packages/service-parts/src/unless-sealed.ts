import { Refusal } from '@writ/problems';
import { SealedError } from '@writ/tenancy';

/**
 * @throws Refusal (unavailable) if no key of this process opens `what`. `orElse`: what the caller can do
 * instead.
 */
export async function unlessSealed<T>(
  { what, orElse }: { what: string; orElse: string },
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof SealedError)) throw error;
    throw new Refusal('unavailable', {
      detail: `${what} cannot be opened with the keys of this service.`,
      remedy: `Ask your Writ operator to restore the encryption key, or ${orElse}.`,
    });
  }
}

import { Refusal } from '@writ/problems';
import { faultText } from '@writ/write-core';
import type { GrantFailed } from '@writ/providers';

const again = 'Close this window and connect again.';

/** The person at the window reads this. A retry does not help. */
export const failed = (detail: string, remedy = again): Refusal =>
  new Refusal('authorization-failed', { detail, remedy });

/** The state is foreign or no longer stored. */
export const unknownState = (): Refusal =>
  failed('This link has been used already, or has expired; nothing was connected by it now.');

export const lateState = (): Refusal => failed('This took more than 10 minutes, so nothing was connected.');

/** Does not mention the credential: the person has never seen it. */
export const senderRefused = (): Refusal =>
  failed(
    'Who sent you to this page may not connect anybody any more, so nothing was connected.',
    'Ask those who run the app.',
  );

export function refusedBy(displayName: string, error: string | undefined): Refusal {
  if (error === 'access_denied') return failed('You did not allow access, so nothing was connected.');
  const code = error !== undefined && /^[A-Za-z0-9_.-]{1,64}$/.test(error) ? ` (${error})` : '';
  return failed(
    `${displayName} did not let the app ask for access${code}, so nothing was connected.`,
    'Those who run the app can fix what it asks for.',
  );
}

export function notGranted(displayName: string, { fault, dead }: GrantFailed): Refusal {
  const said = faultText(fault);
  if (dead) return failed(`${displayName} does not take this sign-in any more: ${said}`);
  if (!fault.retryable) {
    const remedy = 'Those who run the app can fix its client id, its secret or its redirect address there.';
    return failed(`${displayName} does not take the app that asks for access: ${said}`, remedy);
  }
  const kind = fault.kind === 'timeout' ? 'provider-timeout' : 'provider-unreachable';
  return new Refusal(kind, {
    detail: `${displayName} is not answering, so nothing was connected: ${said}`,
    remedy: 'Wait a moment, close this window and connect again.',
  });
}

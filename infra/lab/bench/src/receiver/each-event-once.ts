import type { Verdict } from '@writ/test-kit/laboratory';
import type { Examined } from './receiver-task.ts';

/** A delivery may come twice with its id, never with another one. */
export function eachEventOnce(
  { eventIds, repeatedWebhookIds }: Examined,
  sent: number,
  destinations: number,
): Verdict {
  const different = new Set(eventIds).size;
  return {
    what: `each of ${sent} events came once to each of ${destinations} destination(s)`,
    holds: sent > 0 && different === sent && eventIds.length - repeatedWebhookIds === sent * destinations,
    detail: `${different} events, ${eventIds.length} arrivals, ${repeatedWebhookIds} of them repeated`,
  };
}

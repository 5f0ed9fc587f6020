import type { Verdict } from '@writ/test-kit/laboratory';
import type { Examined } from './receiver-task.ts';

/** A delivery may repeat with the same id only. */
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

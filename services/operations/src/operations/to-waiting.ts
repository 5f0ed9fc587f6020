/** Why something waits, and until when, as answers tell it. */
export const toWaiting = <Reason extends string>({
  reason,
  until,
}: {
  reason: Reason;
  until?: Date;
}): { reason: Reason; until?: string } => ({ reason, ...(until && { until: until.toISOString() }) });

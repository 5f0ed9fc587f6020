type Refused = { status: number; headers: Readonly<Record<string, unknown>>; text: string };

/** Whether an answer is a 429 that tells, in its header and its body, when to come back. */
export function isWholeRefusal({ status, headers, text }: Refused): boolean {
  if (status !== 429 || !/^[1-9]\d*$/.test(String(headers['retry-after']))) return false;
  const { retryAfter, retryable } = JSON.parse(text) as { retryAfter?: string; retryable?: boolean };
  return retryable === true && !Number.isNaN(Date.parse(retryAfter ?? ''));
}

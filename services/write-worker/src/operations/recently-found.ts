/** An answer no older than this is as good as one for a call that began so much earlier. */
const recentMs = 20;
const keysKept = 1_000;

/**
 * Shares the answers of the last moments: a lane that sends thousands of writes a second to one account would ask for
 * its connection with every few of them. A question that fails is asked again.
 */
export function recentlyFound<Answer>(
  find: (key: string) => Promise<Answer>,
  monotonicMs: () => number,
): (key: string) => Promise<Answer> {
  const recent = new Map<string, { askedAtMs: number; answer: Promise<Answer> }>();
  return (key) => {
    const askedAtMs = monotonicMs();
    const known = recent.get(key);
    if (known && askedAtMs - known.askedAtMs <= recentMs) return known.answer;
    if (recent.size >= keysKept) recent.clear();
    const answer = find(key);
    recent.set(key, { askedAtMs, answer });
    answer.catch(() => recent.delete(key));
    return answer;
  };
}

/** The service's limit. */
const mostCharacters = 128;

/** A free name for a topic. A deleted destination leaves its topic. */
export function freeTopicName(taken: readonly string[], destination: string, eventType: string): string {
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? ` ${eventType}` : ` ${eventType} ${count}`;
    const beginning = Array.from(destination).slice(0, mostCharacters - end.length);
    const name = beginning.join('') + end;
    if (!taken.includes(name)) return name;
  }
}

/** The most characters that the service takes of a name. */
const mostCharacters = 128;

/**
 * What a new topic is called that leads an event type to a destination. Names that are taken are passed over: a topic stays
 * when the destination that it was made for is deleted.
 */
export function freeTopicName(taken: readonly string[], destination: string, eventType: string): string {
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? ` ${eventType}` : ` ${eventType} ${count}`;
    const beginning = Array.from(destination).slice(0, mostCharacters - end.length);
    const name = beginning.join('') + end;
    if (!taken.includes(name)) return name;
  }
}

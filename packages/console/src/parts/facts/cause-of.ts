/** What precedes the cause in the result of each write to an object, which is named beside it anyway. */
const beforeCause = /^\[[^\]]*\] (?:Error writing to provider: )?/u;

/** What a result says of its own, for a place that cannot hold all of it. */
export const causeOf = (result: string): string => result.replace(beforeCause, '');

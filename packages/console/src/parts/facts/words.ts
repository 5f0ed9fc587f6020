const format = new Intl.NumberFormat('en');

/** `1,204`; `10,000+` if there are more. */
export const countWords = (count: number, areMore = false): string =>
  `${format.format(count)}${areMore ? '+' : ''}`;

/** `+12`, `−3`, `0`. */
export const changeWords = (change: number): string =>
  `${change > 0 ? '+' : ''}${format.format(change).replace('-', '−')}`;

/** `1 write`, `1,204 writes`; `1,204+ writes` if there may be more. */
export const countOf = (count: number, one: string, areMore = false, several = `${one}s`): string =>
  `${countWords(count, areMore)} ${count === 1 && !areMore ? one : several}`;

const keptAtStart = 8;
const keptAtEnd = 6;

/** A long id without its middle. */
export const shortened = (id: string): string =>
  id.length <= keptAtStart + keptAtEnd + 2 ? id : `${id.slice(0, keptAtStart)}…${id.slice(-keptAtEnd)}`;

/** The start of each result of a write to an object. */
const beforeCause = /^\[[^\]]*\] (?:Error writing to provider: )?/u;

export const causeOf = (result: string): string => result.replace(beforeCause, '');

export const brands: Readonly<Record<string, string>> = { hubspot: 'HubSpot', salesforce: 'Salesforce' };

export const brandOf = (provider = ''): string => brands[provider] ?? provider;

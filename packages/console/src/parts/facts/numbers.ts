const format = new Intl.NumberFormat('en');

/** A number with its thousands apart; of what was counted no further, that there are more: `10,000+`. */
export const countWords = (count: number, areMore = false): string =>
  `${format.format(count)}${areMore ? '+' : ''}`;

/** A number and what is counted: `1 write`, `2 writes`. */
export const countOf = (count: number, one: string, areMore = false): string =>
  `${countWords(count, areMore)} ${one}${count === 1 && !areMore ? '' : 's'}`;

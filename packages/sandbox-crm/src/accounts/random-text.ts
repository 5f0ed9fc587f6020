const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits of a token. */
export function randomText(random: () => number, length: number): string {
  let text = '';
  for (let at = 0; at < length; at += 1) text += alphabet.charAt(Math.floor(random() * alphabet.length));
  return text;
}

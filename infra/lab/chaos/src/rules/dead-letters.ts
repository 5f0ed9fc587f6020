import { entriesOf, type History } from '../entry.ts';
import { noneOf, type Verdict } from './verdict.ts';

/**
 * Each message that cannot be taken in is a dead letter, once, with a reason that fits its sort; nothing else is. Its key is
 * its sort and a number.
 */
export function deadLettersWithReason(history: History, reasons: Readonly<Record<string, RegExp>>): Verdict {
  const sent = new Set(entriesOf(history, 'spoilt').map(({ key }) => key));
  const letters = entriesOf(history, 'deadLetter');
  const keys = new Set(letters.map(({ key }) => key));
  const missing = [...sent].filter((key) => !keys.has(key));
  const fits = (key: string, reason: string): boolean =>
    sent.has(key) && (reasons[key.replace(/-\d+$/, '')]?.test(reason) ?? false);
  const wrong = letters.flatMap(({ key, reason }) => (fits(key, reason) ? [] : [`${key}: ${reason}`]));
  const verdict = noneOf(
    'each is a dead letter with its reason',
    [...missing, ...wrong],
    `${letters.length} of ${sent.size}`,
  );
  return { ...verdict, holds: verdict.holds && sent.size > 0 && letters.length === sent.size };
}

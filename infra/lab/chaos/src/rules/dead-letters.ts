import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

/** Exactly the spoilt messages, each once, with its sort's reason. A key is sort and number. */
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

import { nearestName } from '@writ/problem-details';

/** A fault's text, with the name that was probably meant where one is near. */
export function withHint({
  detail,
  value,
  known,
}: {
  detail: string;
  value?: unknown;
  known?: readonly string[];
}): string {
  const near = typeof value === 'string' && known ? nearestName(value, known) : undefined;
  return near === undefined || near === value ? detail : `${detail} Did you mean \`${near}\`?`;
}

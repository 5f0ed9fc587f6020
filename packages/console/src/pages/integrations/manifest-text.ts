import type { Integration } from '@writ/sdk';

type Json = unknown;

/** Anything else is quoted, since YAML may read it differently. */
const plain = /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/;
const taken = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

const scalar = (value: Json): string =>
  typeof value === 'string' && plain.test(value) && !taken.test(value) ? value : JSON.stringify(value);

function linesOf(value: Json, indent: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((each: Json) => {
      const [first = '', ...rest] = linesOf(each, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  if (!isNested(value)) return [indent + scalar(value)];
  // Names and the like come before long parts.
  const entries = Object.entries(value).toSorted(([, one], [, other]) => +isNested(one) - +isNested(other));
  return entries.flatMap(([name, each]) =>
    isNested(each)
      ? [`${indent}${scalar(name)}:`, ...linesOf(each, `${indent}  `)]
      : [`${indent}${scalar(name)}: ${scalar(each)}`],
  );
}

/** Empty lists and objects stay on their line. */
const isNested = (value: Json): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

export function manifestOf(integrations: readonly Pick<Integration, 'latestRevision'>[]): string {
  const [first] = integrations;
  const all = {
    specVersion: first?.latestRevision.specVersion ?? '1.0.0',
    integrations: integrations.map(({ latestRevision: { content } }) => content),
  };
  return `${linesOf(all, '').join('\n')}\n`;
}

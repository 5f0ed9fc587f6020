type Json = Readonly<Record<string, unknown>>;
type Get = (path: string) => Promise<{ status: number; body: unknown }>;
type Document = { paths: Readonly<Record<string, Readonly<Record<string, { parameters?: unknown }>>>> };
type Parameter = { in: string; required?: boolean };

/** Their answers change on their own, or come from the CRM. */
const unstable = [
  '/system',
  '/stats',
  '/lanes',
  '/metadata',
  '/whoami',
  '/event-schemas',
  '/groups',
  '/search',
];

/**
 * Reads what paths alone lead to: lists, then their entries by id.
 * @param fixed values of parameters that no list has
 */
export async function readAnswers(
  { paths }: Document,
  get: Get,
  fixed: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const template of readable(paths)) {
    for (const path of expanded(template, fixed, answers)) {
      const { status, body } = await get(path);
      if (status === 200) answers[path] = body;
    }
  }
  return answers;
}

/** Shorter ones first: lists before their entries. */
const readable = (paths: Document['paths']): string[] =>
  Object.entries(paths)
    .filter(([path, { get }]) => get && !unstable.some((part) => path.includes(part)))
    .filter(([, { get }]) => !((get?.parameters ?? []) as Parameter[]).some(isRequiredQuery))
    .map(([path]) => path)
    .toSorted((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));

const isRequiredQuery = ({ in: place, required }: Parameter): boolean =>
  place === 'query' && required === true;

/** Fills a template with ids from lists. */
function expanded(
  template: string,
  fixed: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, unknown>>,
): string[] {
  const [whole, name] = /\{(\w+)\}/.exec(template) ?? [];
  if (whole === undefined || name === undefined) return [template];
  const at = template.indexOf(whole);
  const [before, after] = [template.slice(0, at), template.slice(at + whole.length)];
  const ids = fixed[name] === undefined ? idsIn(answers[before.slice(0, -1)]) : [fixed[name]];
  return ids.flatMap((id) => expanded(before + encodeURIComponent(id) + after, fixed, answers));
}

const idsIn = (list: unknown): string[] =>
  entriesIn(list).flatMap((entry) => (typeof entry['id'] === 'string' ? [entry['id']] : []));

function entriesIn(list: unknown): Json[] {
  const entries = Array.isArray(list) ? (list as unknown[]) : (list as Json | undefined)?.['results'];
  return Array.isArray(entries) ? (entries as Json[]) : [];
}

/** Changed by use, such as `lastUsedTime`, or with each page. */
const isMoving = (name: string): boolean => name === 'pagination' || /^last[A-Z]/.test(name);

/**
 * Parts of an old answer that the new one lacks or shows otherwise, one line each. New members are allowed. Entries
 * are matched by `id`, others by place.
 */
export function lostParts(before: unknown, after: unknown, at = ''): string[] {
  if (Array.isArray(before)) {
    if (!Array.isArray(after)) return [`${at}: it was a list, and is ${shown(after)}`];
    return before.flatMap((entry: unknown, place) => {
      const id = (entry as { id?: string } | null)?.id;
      const same =
        id === undefined
          ? (after[place] as unknown)
          : (after as (Json | null)[]).find((other) => other?.['id'] === id);
      return lostParts(entry, same, `${at}/${id ?? place}`);
    });
  }
  if (typeof before === 'object' && before !== null) {
    if (typeof after !== 'object' || after === null) return [`${at}: it is ${shown(after)}`];
    return Object.entries(before)
      .filter(([name]) => !isMoving(name))
      .flatMap(([name, value]) => lostParts(value, (after as Json)[name], `${at}/${name}`));
  }
  return before === after ? [] : [`${at}: it was ${shown(before)}, and is ${shown(after)}`];
}

const shown = (value: unknown): string =>
  value === undefined ? 'gone' : JSON.stringify(value).slice(0, 200);

/** Only numbers, such as 0.2.0. */
export type Version = string;

const form = /^(\d+)\.(\d+)\.(\d+)$/;
const numbersOf = (version: Version): number[] => (form.exec(version)?.slice(1) ?? []).map(Number);

/**
 * @param asked a version, or the name of a step
 * @throws if it is neither, or not above the present one
 */
export function nextVersion(present: Version, asked: string): Version {
  const [major = 0, minor = 0, patch = 0] = numbersOf(present);
  const steps: Readonly<Record<string, Version>> = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  const version = steps[asked] ?? asked;
  if (!form.test(version))
    throw new Error(`"${asked}" is no version. Write one such as 0.2.0, or major, minor or patch.`);
  const now = numbersOf(present);
  const difference = numbersOf(version)
    .map((number, place) => number - (now[place] ?? 0))
    .find((step) => step !== 0);
  if (difference === undefined || difference < 0)
    throw new Error(`${version} is not above ${present}, the present version. Choose a later one.`);
  return version;
}

const unreleased = '## Unreleased';

/**
 * Moves "Unreleased" under the version and day, below a new, empty one.
 * @param day such as 2026-11-30
 * @throws if nothing is unreleased
 */
export function releasedChangelog(changelog: string, version: Version, day: string): string {
  if (sectionOf(changelog, 'Unreleased') === '')
    throw new Error('CHANGELOG.md has nothing under "Unreleased". Write what callers and operators notice.');
  return changelog.replace(unreleased, `${unreleased}\n\n## ${version} (${day})`);
}

/** `name`: a version or "Unreleased"; empty text without such a heading. */
export function sectionOf(changelog: string, name: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/[\s(]/, 1)[0] === name) ?? '';
  return section.slice(section.indexOf('\n')).trim();
}

/** For a `package.json` or a chart. @throws if it lacks the present version */
export function withVersion(file: string, text: string, present: Version, version: Version): string {
  const isChart = file.endsWith('Chart.yaml');
  const line = isChart ? /^(version|appVersion): *"?([^"\s]*)"?$/gm : /^( {2}"version"): "([^"]*)"/gm;
  const found = [...text.matchAll(line)].map(([, , value]) => value);
  if (found.length !== (isChart ? 2 : 1) || found.some((value) => value !== present))
    throw new Error(`${file} has version ${found.join(', ') || 'none'}, not ${present}. Correct it first.`);
  return text.replace(line, (_, name: string) =>
    isChart ? `${name}: ${quoted(name, version)}` : `${name}: "${version}"`,
  );
}

/** Charts usually quote `appVersion`, which Helm reads as text. */
const quoted = (name: string, version: Version): string => (name === 'appVersion' ? `"${version}"` : version);

const oldest = 31;
const newest = 67;
const seasons = ['Summer', 'Winter', 'Spring'];

/** What `/services/data` lists. Version 31.0 was of Summer '14; three come a year. */
export function versionList() {
  return Array.from({ length: newest - oldest + 1 }, (_, step) => {
    const version = `${oldest + step}.0`;
    const season = seasons[step % 3] ?? '';
    const year = 14 + Math.floor((step + 2) / 3);
    return { label: `${season} '${year}`, url: `/services/data/v${version}`, version };
  });
}

/** Any `vNN.0` from 31 on, also versions that are newer than the list. */
export function isVersion(segment: string | undefined): boolean {
  const number = Number(/^v(\d{2,3})\.0$/.exec(segment ?? '')?.[1]);
  return number >= oldest;
}

/**
 * The line, counted from 1, on which a YAML text has more than `most` marks that begin values: `,`, `:`, `[`
 * and `{` anywhere, `-`, `?` and `.` before a blank. Allocates nothing, so it runs before the parser.
 */
export function lineOfTooManyMarks(yaml: string, most: number): number | undefined {
  const mark = /[,:[{]|[-?.](?!\S)/g;
  for (let marks = 0; mark.test(yaml);) {
    marks += 1;
    if (marks > most) return yaml.slice(0, mark.lastIndex).split('\n').length;
  }
  return undefined;
}

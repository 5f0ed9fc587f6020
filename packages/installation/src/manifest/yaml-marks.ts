/**
 * The line, counted from 1, on which a YAML text has had more than `most` of the marks that values begin with: `,`, `:`,
 * `[` and `{` wherever they stand, `-`, `?` and `.` before a blank or a line's end. Undefined where it has no more. It looks at
 * each character once and makes nothing, so it may be asked before a parser is.
 */
export function lineOfTooManyMarks(yaml: string, most: number): number | undefined {
  const mark = /[,:[{]|[-?.](?!\S)/g;
  for (let marks = 0; mark.test(yaml);) {
    marks += 1;
    if (marks > most) return yaml.slice(0, mark.lastIndex).split('\n').length;
  }
  return undefined;
}

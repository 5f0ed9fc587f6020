const code = {
  newline: 0x0a,
  space: 0x20,
  comma: 0x2c,
  dash: 0x2d,
  dot: 0x2e,
  colon: 0x3a,
  question: 0x3f,
  openList: 0x5b,
  openMap: 0x7b,
};

/**
 * The line, counted from 1, on which a YAML text has had more than `most` of the marks that values begin with: `,`, `:`,
 * `[` and `{` wherever they stand, `-`, `?` and `.` before a blank or a line's end. Undefined where it has no more. It looks at
 * each character once and makes nothing, so it may be asked before a parser is.
 */
export function lineOfTooManyMarks(yaml: string, most: number): number | undefined {
  let marks = 0;
  let line = 1;
  for (let at = 0; at < yaml.length; at += 1) {
    const unit = yaml.charCodeAt(at);
    if (unit === code.newline) line += 1;
    else if (isMark(unit, yaml, at) && ++marks > most) return line;
  }
  return undefined;
}

function isMark(unit: number, yaml: string, at: number): boolean {
  switch (unit) {
    case code.comma:
    case code.colon:
    case code.openList:
    case code.openMap:
      return true;
    case code.dash:
    case code.question:
    case code.dot:
      // Not a number behind the last character.
      return !(yaml.charCodeAt(at + 1) > code.space);
    default:
      return false;
  }
}

/** Facts of one process from Linux' `/proc/<pid>/stat`. */
export type ProcessStat = {
  parentPid: number;
  /** User and system time of the process itself, in clock ticks. */
  ownTicks: number;
  /** The same of children that have ended and were waited for. */
  endedChildrenTicks: number;
};

/** Reads a line of `/proc/<pid>/stat` (proc(5)); the command's name may hold blanks and parentheses. */
export function parseProcessStat(line: string): ProcessStat {
  const afterName = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // Field 3 of the line (the state) is the first after the name.
  const field = (number: number): number => Number(afterName[number - 3]);
  return {
    parentPid: field(4),
    ownTicks: field(14) + field(15),
    endedChildrenTicks: field(16) + field(17),
  };
}

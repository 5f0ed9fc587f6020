/** Prisma takes 0.1 s to build a statement for a thousand rows, longer than for five of 200. */
const mostRows = 200;

/** Acts on rows part by part, in order; other work of the process runs in between. */
export async function inParts<Row>(
  rows: readonly Row[],
  act: (part: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += mostRows) await act(rows.slice(at, at + mostRows));
}

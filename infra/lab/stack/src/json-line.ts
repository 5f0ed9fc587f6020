export const jsonLine = (program: string, line: string): string =>
  JSON.stringify({ program, ...(loggedIn(line) ?? { message: line }) });

function loggedIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The line of the log for an attempt that wrote. */
export const attemptWrote = (attempt: number): string => `Attempt ${attempt} wrote to the provider`;

/** The most that an event may measure (Contract §6.1). */
export const maxEventBytes = 256 * 1_024;

export const tooLarge = (bytes: number): string =>
  `The event measures ${bytes} bytes; ${maxEventBytes} are allowed.`;

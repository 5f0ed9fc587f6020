/** A text of the service: what stands between backticks is code. */
export const marked = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));

/** What is smaller is copied: a Buffer costs some hundred bytes, however little it holds. */
const smallBytes = 4 * 1024;
const blockBytes = 16 * 1024;

/** Chunks that have come, as the bytes that they are together. */
export type CollectedBytes = {
  add(chunk: Buffer): void;
  /** All of them, in their order. */
  joined(): Buffer;
};

/**
 * Collects chunks in about the memory that their bytes take: whoever sends them decides how small they are, and one byte a
 * chunk would cost some hundred. What comes in one chunk is not copied.
 */
export function collectBytes(): CollectedBytes {
  const parts: Buffer[] = [];
  let block = Buffer.alloc(0);
  let filled = 0;
  /** The rest of the block is for the small chunks after the next large one. */
  const closePart = (): void => {
    if (filled > 0) parts.push(block.subarray(0, filled));
    block = block.subarray(filled);
    filled = 0;
  };
  return {
    add: (chunk) => {
      const isFirst = parts.length === 0 && filled === 0;
      if (isFirst || chunk.length >= smallBytes) {
        closePart();
        parts.push(chunk);
        return;
      }
      if (filled + chunk.length > block.length) {
        closePart();
        block = Buffer.allocUnsafe(blockBytes);
      }
      chunk.copy(block, filled);
      filled += chunk.length;
    },
    joined: () => {
      closePart();
      const [first, ...others] = parts;
      return first !== undefined && others.length === 0 ? first : Buffer.concat(parts);
    },
  };
}

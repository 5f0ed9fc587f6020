export type CollectedBytes = {
  add(chunk: Buffer): void;
  joined(): Buffer;
};

/**
 * Collects chunks in at most twice the memory of their bytes: the sender decides how small chunks are, and
 * each Buffer costs some hundred bytes. A single chunk is not copied.
 */
export function collectBytes(): CollectedBytes {
  let bytes: Buffer = Buffer.alloc(0);
  let filled = 0;
  return {
    add: (chunk) => {
      if (filled === 0) bytes = chunk;
      else {
        if (filled + chunk.length > bytes.length) {
          const grown = Buffer.allocUnsafe(Math.max(2 * bytes.length, filled + chunk.length));
          bytes.copy(grown, 0, 0, filled);
          bytes = grown;
        }
        chunk.copy(bytes, filled);
      }
      filled += chunk.length;
    },
    joined: () => (filled === bytes.length ? bytes : bytes.subarray(0, filled)),
  };
}

export type RedisRefusal = {
  /** Such as `READONLY`, `OOM` or `NOPERM`; `ERR` for errors without a code. */
  code: string;
  /** Redis' own words. They may name a user or an address. */
  words: string;
};

const longestWords = 200;

/** The answer with which Redis refused a command, or a command of a script; undefined for other errors. */
export function redisRefusal(fault: unknown): RedisRefusal | undefined {
  if (!Error.isError(fault) || fault.name !== 'ReplyError') return undefined;
  // Redis 6 puts the answer behind the place in the script, Redis 7 before it.
  const words = fault.message
    .replace(/^ERR Error running script .*@user_script: ?\d+: -?/s, '')
    .replace(/ script: \w+, on @user_script.*$/s, '');
  return { code: /^[A-Z]{3,}(?= )/.exec(words)?.[0] ?? 'ERR', words: words.slice(0, longestWords) };
}

/** A refusal may end the connection: until the next one, within some 2 s, it still counts. */
const rememberedMs = 3_000;

export type LastRefusal = {
  note(error: unknown): void;
  forget(): void;
  recent(): Error | undefined;
};

/** @param nowMs monotonic */
export function lastRefusal(nowMs = () => performance.now()): LastRefusal {
  let last: { error: Error; atMs: number } | undefined;
  return {
    note: (error) => {
      if (Error.isError(error) && redisRefusal(error)) last = { error, atMs: nowMs() };
    },
    forget: () => {
      last = undefined;
    },
    recent: () => (last && nowMs() - last.atMs < rememberedMs ? last.error : undefined),
  };
}

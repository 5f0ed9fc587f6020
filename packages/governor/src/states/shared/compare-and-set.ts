/** How far the caller's idea of the time in Redis may be off: a decision for another time is of no use. */
const timeSlackMs = 1_000;
/** How long the first in line may take until it comes again; nobody else changes the value meanwhile. */
const lineMs = 500;

/**
 * Sets a value if it still has the version that the caller knows, and the time in Redis is about what the caller took it
 * for; else it gives the value. A caller that asks to be first in line is the only one that can set the value next.
 * Knows nothing of what the value means.
 *
 * KEYS: value, line. ARGV: version known, time assumed (ms), new value (version, space, content), how long it is kept
 * (ms), name of the caller, whether it wants to be first in line (1 or 0).
 * Answers with the time (ms) and, if nothing was set, the value.
 */
export const compareAndSet = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local told = string.format('%.3f', now)
local value = redis.pcall('GET', KEYS[1])
-- What is of another type is as good as nothing.
if type(value) ~= 'string' then value = '' end
local first = redis.pcall('GET', KEYS[2])
if type(first) ~= 'string' then first = nil end
local mayGo = not first or first == ARGV[5]
if mayGo and string.match(value, '^%S*') == ARGV[1] and math.abs(now - ARGV[2]) < ${timeSlackMs} then
  redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
  if first then redis.call('DEL', KEYS[2]) end
  return { told }
end
if mayGo and ARGV[6] == '1' then redis.call('SET', KEYS[2], ARGV[5], 'PX', ${lineMs}) end
return { told, value }
`;

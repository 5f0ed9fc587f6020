/**
 * The clock of Redis is set back, or another Redis whose clock is behind takes over: what is known of the account moves
 * along. Otherwise moments that have passed would lie ahead again, and the account would stand still until then.
 */
export const followClockLua = `
local function followClock()
  local behind = (facts.seen or now) - now
  facts.seen = now
  if behind < 1 then return end
  for _, name in ipairs({ 'closedUntil', 'dayUsedUntil', 'outageUntil' }) do
    if facts[name] then facts[name] = facts[name] - behind end
  end
  for _, key in ipairs({ OWN, ALL }) do
    local slots = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    for i = 1, #slots, 2 do redis.call('ZADD', key, exact(slots[i + 1] - behind), slots[i]) end
  end
end
`;

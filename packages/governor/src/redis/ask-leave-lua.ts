import { dayProbeMs } from '../core/account-state.ts';
import { leaveTimes } from '../core/leave-times.ts';

/** `core/ask-leave.ts` and `core/reserve.ts`, as a part of the account's script. */
export const askLeaveLua = `
local function nextStart(key, most, windowMs)
  local since = '(' .. exact(now - windowMs)
  local over = redis.call('ZCOUNT', key, since, '+inf') - most
  if over < 0 then return now end
  local slot = redis.call('ZRANGEBYSCORE', key, since, '+inf', 'WITHSCORES', 'LIMIT', over, 1)
  return slot[2] + windowMs
end

local function startOf(synchronous, more)
  local limit, windowMs = window()
  local open = math.max(now, facts.closedUntil)
  if limit == 0 then return open end
  local own = math.max(1, math.floor(limit * rules.share))
  local kept = synchronous and 0 or rules.synchronousShare
  local mostOwn = math.max(1, math.floor(own * (1 - kept)))
  local mostAll = math.max(1, math.floor(limit - own * kept))
  return math.max(
    open,
    nextStart(OWN, math.max(1, mostOwn - more), windowMs),
    nextStart(ALL, math.max(1, mostAll - more), windowMs))
end

local function waitOf(ask, wanted, lookAhead)
  local limit, windowMs = window()
  local first = startOf(ask.synchronous, 0) - now
  if ask.synchronous or limit == 0 then return first end
  local more = math.min(wanted, math.max(1, math.floor(limit / ${leaveTimes.gatheredPart}))) - 1
  local gathered = startOf(ask.synchronous, more) - now
  return math.min(gathered, first + windowMs / ${leaveTimes.gatheredPart}) - lookAhead
end

local function denied(reason, waitMs)
  return { kind = 'denied', reason = reason, waitMs = math.max(1, waitMs) }
end

local function reserve(ask, wanted)
  local limit, windowMs = window()
  local lookAhead, valid = 0, ${leaveTimes.longestValidMs}
  if limit > 0 then
    lookAhead = math.min(${leaveTimes.longestLookAheadMs}, windowMs / ${leaveTimes.lookAheadPart})
    valid = math.min(${leaveTimes.longestValidMs}, windowMs / ${leaveTimes.validPart})
    valid = math.max(${leaveTimes.shortestValidMs}, valid)
  end
  local patience = ask.synchronous and ask.maxWaitMs or lookAhead
  local leaves = {}
  for given = 1, wanted do
    local startIn = startOf(ask.synchronous, 0) - now
    if startIn > patience then
      if given > 1 then break end
      return denied('quota', waitOf(ask, wanted, lookAhead))
    end
    local id = nextId()
    if limit > 0 then
      local at = exact(now + startIn + valid)
      redis.call('ZADD', OWN, at, id)
      redis.call('ZADD', ALL, at, id)
    end
    leaves[given] = { id = id, startInMs = startIn, validMs = valid }
  end
  return { kind = 'granted', leaves = leaves }
end

local function askLeave(ask)
  local isDayUsed = not ask.synchronous and facts.dayUsedUntil ~= nil
  if facts.times and facts.outageUntil > now then
    local wait = facts.outageUntil - now
    return denied('outage', facts.probe and math.min(wait, ${leaveTimes.probeLookMs}) or wait)
  end
  if isDayUsed and facts.dayUsedUntil > now then return denied('quota', facts.dayUsedUntil - now) end
  local answer = reserve(ask, (facts.times or isDayUsed) and 1 or ask.wanted)
  if answer.kind == 'denied' then return answer end
  if facts.times then
    if facts.probe then facts.times = facts.times + 1 end
    facts.outageUntil = now + math.max(rules.breaker.probeMs, restOf(facts.times))
    facts.probe = tonumber(answer.leaves[1].id)
  end
  if isDayUsed then facts.dayUsedUntil = now + ${dayProbeMs} end
  local isFree = window() == 0 and facts.closedUntil <= now and not facts.times and not facts.dayUsedUntil
  if isFree then answer.freeForMs = ${leaveTimes.freeForMs} end
  return answer
end
`;

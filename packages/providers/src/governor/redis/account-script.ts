import { dayProbeMs, silentAnswers } from '../core/account-state.ts';
import { leaveTimes } from '../core/leave-times.ts';

/**
 * `take-report.ts` and `ask-leave.ts` as one step in Redis, in the time of Redis; one suite holds both to the same
 * behaviour. KEYS: own slots and all slots (sorted by their moments), the writes that failed, facts. ARGV: the errand.
 */
export const accountScript = `
local OWN, ALL, FAILED, FACTS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local errand = cjson.decode(ARGV[1])
local rules = errand.rules
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000

local facts = {}
local stored = redis.call('HGETALL', FACTS)
for i = 1, #stored, 2 do facts[stored[i]] = tonumber(stored[i + 1]) end
facts.count = facts.count or 0
facts.silent = facts.silent or 0
facts.closedUntil = facts.closedUntil or 0

-- A limit of 0 stands for: none.
local function window()
  if facts.limit then return facts.limit, facts.windowMs end
  if rules.window then return rules.window.limit, rules.window.windowMs end
  return 0, 0
end

local function exact(moment) return string.format('%.3f', moment) end

local function nextId()
  facts.count = facts.count + 1
  return string.format('%.0f', facts.count - 1)
end

local function moveSlots(report)
  for _, call in ipairs(report.ended) do
    local at = exact(now - call.agoMs)
    redis.call('ZADD', OWN, 'XX', at, call.id)
    redis.call('ZADD', ALL, 'XX', at, call.id)
  end
  for _, id in ipairs(report.unused) do
    redis.call('ZREM', OWN, id)
    redis.call('ZREM', ALL, id)
  end
end

local function learnWindow(report)
  local seen = report.window
  if seen then
    facts.limit, facts.windowMs = math.max(1, seen.limit), math.max(1, seen.windowMs)
    facts.silent = report.silent
  else
    facts.silent = facts.silent + report.silent
  end
  if facts.silent >= ${silentAnswers} then facts.limit, facts.windowMs = 0, 0 end
  if not seen or seen.begunAgoMs > seen.windowMs then return end
  local since = now - seen.begunAgoMs - seen.windowMs
  local known = redis.call('ZCOUNT', ALL, exact(since), '+inf')
  for _ = 1, seen.limit - seen.remaining - known do redis.call('ZADD', ALL, exact(now), nextId()) end
end

local function forgetOld()
  local limit, windowMs = window()
  if limit == 0 then return redis.call('DEL', OWN, ALL) end
  local old = exact(now - 2 * windowMs)
  -- No call is granted so far ahead: the clock was set back.
  local ahead = exact(now + ${leaveTimes.slotsKeptMs})
  for _, key in ipairs({ OWN, ALL }) do
    redis.call('ZREMRANGEBYSCORE', key, '-inf', old)
    redis.call('ZREMRANGEBYSCORE', key, ahead, '+inf')
  end
end

local function learnDay(daily)
  if daily.limit - daily.remaining < daily.limit * rules.asynchronousDailyShare then
    facts.dayUsedUntil = nil
  elseif not facts.dayUsedUntil then
    facts.dayUsedUntil = now + ${dayProbeMs}
  end
end

local function judgeOutage(report)
  local breaker = rules.breaker
  if report.reached then
    facts.times, facts.outageUntil, facts.probe = nil, nil, nil
    redis.call('DEL', FAILED)
  end
  if #report.failed == 0 then
    for _, id in ipairs(report.unused) do
      if facts.probe and tonumber(id) == facts.probe then facts.outageUntil, facts.probe = now, nil end
    end
    return
  end
  redis.call('SADD', FAILED, unpack(report.failed))
  local away = facts.probe ~= nil
  if not facts.times then away = redis.call('SCARD', FAILED) >= breaker.writes end
  if not away then return end
  facts.times = (facts.times or 0) + 1
  local wait = math.min(breaker.longestMs, breaker.firstMs * 2 ^ math.min(facts.times - 1, 20))
  facts.outageUntil, facts.probe = now + math.max(wait, report.awayForMs or 0), nil
end

local function takeReport(report)
  moveSlots(report)
  learnWindow(report)
  if report.closedForMs then facts.closedUntil = math.max(facts.closedUntil, now + report.closedForMs) end
  forgetOld()
  if report.daily then learnDay(report.daily) end
  judgeOutage(report)
end

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
    facts.outageUntil, facts.probe = now + rules.breaker.probeMs, tonumber(answer.leaves[1].id)
  end
  if isDayUsed then facts.dayUsedUntil = now + ${dayProbeMs} end
  local isFree = window() == 0 and facts.closedUntil <= now and not facts.times and not isDayUsed
  if isFree then answer.freeForMs = ${leaveTimes.freeForMs} end
  return answer
end

local wasOut = facts.times ~= nil
for _, report in ipairs(errand.reports) do takeReport(report) end
local isOut = facts.times ~= nil
local answer = errand.ask and askLeave(errand.ask) or nil

for _, name in ipairs({ 'limit', 'windowMs', 'dayUsedUntil', 'times', 'outageUntil', 'probe' }) do
  if facts[name] == nil then redis.call('HDEL', FACTS, name) end
end
for name, value in pairs(facts) do redis.call('HSET', FACTS, name, exact(value)) end
local _, windowMs = window()
redis.call('PEXPIRE', FACTS, ${leaveTimes.factsKeptMs})
redis.call('PEXPIRE', FAILED, ${leaveTimes.factsKeptMs})
redis.call('PEXPIRE', OWN, 2 * windowMs + ${leaveTimes.slotsKeptMs})
redis.call('PEXPIRE', ALL, 2 * windowMs + ${leaveTimes.slotsKeptMs})
local breaker = nil
if isOut ~= wasOut then breaker = isOut and 'opened' or 'closed' end
return cjson.encode({ answer = answer, breaker = breaker })
`;

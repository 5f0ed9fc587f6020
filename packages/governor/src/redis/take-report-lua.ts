import { dayProbeMs, mostUnknownCalls, silentAnswers } from '../core/account-state.ts';

/** `core/take-report.ts` and `core/breaker.ts`, as a part of the account's script. */
export const takeReportLua = `
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
  for _ = 1, math.min(${mostUnknownCalls}, seen.limit - seen.remaining - known) do redis.call('ZADD', ALL, exact(now), nextId()) end
end

local function forgetOld()
  local limit, windowMs = window()
  if limit == 0 then return redis.call('DEL', OWN, ALL) end
  local old = exact(now - 2 * windowMs)
  for _, key in ipairs({ OWN, ALL }) do redis.call('ZREMRANGEBYSCORE', key, '-inf', old) end
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
    local function isOver(id)
      if facts.probe and tonumber(id) == facts.probe then facts.outageUntil, facts.probe = now, nil end
    end
    for _, id in ipairs(report.unused) do isOver(id) end
    for _, call in ipairs(report.ended) do isOver(call.id) end
    return
  end
  redis.call('SADD', FAILED, unpack(report.failed))
  local away = facts.probe ~= nil
  if not facts.times then away = redis.call('SCARD', FAILED) >= breaker.writes end
  if not away then return end
  facts.times = (facts.times or 0) + 1
  facts.outageUntil, facts.probe = now + math.max(restOf(facts.times), report.awayForMs or 0), nil
end

local function takeReport(report)
  moveSlots(report)
  learnWindow(report)
  if report.closedForMs then facts.closedUntil = math.max(facts.closedUntil, now + report.closedForMs) end
  forgetOld()
  if report.daily then learnDay(report.daily) end
  judgeOutage(report)
end
`;

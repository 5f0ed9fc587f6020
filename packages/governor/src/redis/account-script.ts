import { leaveTimes } from '../core/leave-times.ts';
import { askLeaveLua } from './ask-leave-lua.ts';
import { followClockLua } from './follow-clock-lua.ts';
import { takeReportLua } from './take-report-lua.ts';

/**
 * One errand as one step in Redis, in the time of Redis: the same rules as those of `core/`, and one suite holds both to
 * the same behaviour. KEYS: own slots and all slots (sorted by their moments), the writes that failed, facts. ARGV: the errand.
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
-- Where Redis lost its memory, leaves that are still out are not to be taken for new ones.
facts.count = facts.count or math.floor(now * 1000)
facts.silent = facts.silent or 0
facts.closedUntil = facts.closedUntil or 0

-- A limit of 0 stands for: none.
local function window()
  if facts.limit then return facts.limit, facts.windowMs end
  if rules.window then return rules.window.limit, rules.window.windowMs end
  return 0, 0
end

local function exact(moment) return string.format('%.3f', moment) end

local function restOf(times)
  return math.min(rules.breaker.longestMs, rules.breaker.firstMs * 2 ^ math.min(times - 1, 20))
end

local function nextId()
  facts.count = facts.count + 1
  return string.format('%.0f', facts.count - 1)
end

${followClockLua}
${takeReportLua}
${askLeaveLua}
followClock()
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

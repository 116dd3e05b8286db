import { createScript } from './script.ts'

/**
 * Takes away the front of the journal, some at a time: behind the checkpoint, behind every reader that lives, and only what was in a
 * checkpoint so long ago that no command id of it is asked for any more. The last entry always stays, so that its loss is seen.
 *
 * KEYS lease head journal ids times readers; ARGV lease, ms it is kept, ms after which a reader is given up, how many at a time
 * → trimmed <how many> | fenced
 */
export const trim = createScript(`
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'fenced', holder or ''} end
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
local known = redis.call('HMGET', KEYS[2], 'seq', 'checkpoint')
local old = redis.call('ZREVRANGEBYSCORE', KEYS[5], now - tonumber(ARGV[2]), '-inf', 'LIMIT', 0, 1)[1]
if not old then return {'trimmed', 0} end

local keep = math.min(tonumber(known[1] or '0'), tonumber(known[2] or '0') + 1, tonumber(old) + 1)
local readers = redis.call('HGETALL', KEYS[6])
for at = 1, #readers, 2 do
  local seq, heard = string.match(readers[at + 1], '^(%d+) (%d+)$')
  if not seq or tonumber(heard) < now - tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[6], readers[at])
  else
    keep = math.min(keep, tonumber(seq) + 1)
  end
end
local gone = redis.call('XTRIM', KEYS[3], 'MINID', '~', keep .. '-0', 'LIMIT', ARGV[4])
local first = redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 1)[1]
if first then redis.call('HSET', KEYS[2], 'first', string.match(first[1], '^%d+')) end
if first then redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', '(' .. string.match(first[1], '^%d+')) end
redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', '(' .. redis.call('ZSCORE', KEYS[5], old))
return {'trimmed', gone}
`)

/** A node says how far it has read, by the time of Redis. KEYS format readers; ARGV node, seq. → noted | nothing */
export const noteReader = createScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return {'nothing'} end
local clock = redis.call('TIME')
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. clock[1] .. string.sub('00' .. math.floor(tonumber(clock[2]) / 1000), -3))
return {'noted'}
`)

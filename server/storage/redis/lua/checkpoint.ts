import { createScript, fence, nowText } from './script.ts'

/*
 * A checkpoint is written in slices and becomes valid as a whole: its documents are staged beside those of the last one;
 * one step makes all of them valid; then they are moved, slice by slice, so that no append has to wait long. Every step may be
 * repeated.
 */

/** KEYS lease head staged; ARGV lease, seq. → begun | moving | beyond <last> | behind <checkpoint> | fenced */
export const beginCheckpoint = createScript(`${fence}
local known = redis.call('HMGET', KEYS[2], 'seq', 'checkpoint', 'moving')
if tonumber(ARGV[2]) > tonumber(known[1] or '0') then return {'beyond', known[1] or '0'} end
if tonumber(ARGV[2]) < tonumber(known[2] or '0') then return {'behind', known[2]} end
if known[3] == '1' then return {'moving'} end
redis.call('HSET', KEYS[2], 'staging', ARGV[2])
redis.call('UNLINK', KEYS[3])
return {'begun'}
`)

/** KEYS lease head staged; ARGV lease, seq, then fields and values of staged. → kept | stale | fenced */
export const stage = createScript(`${fence}
if redis.call('HGET', KEYS[2], 'staging') ~= ARGV[2] then return {'stale'} end
for at = 3, #ARGV, 2 do redis.call('HSET', KEYS[3], ARGV[at], ARGV[at + 1]) end
return {'kept'}
`)

/**
 * Redis undoes nothing when a script fails: the key that may be of another type is written first.
 * KEYS lease head times; ARGV lease, seq. → done | stale | fenced
 */
export const finishCheckpoint = createScript(`${fence}${nowText}
local known = redis.call('HMGET', KEYS[2], 'staging', 'checkpoint', 'round')
if not known[1] and known[2] == ARGV[2] then return {'done'} end
if known[1] ~= ARGV[2] then return {'stale'} end
redis.call('ZADD', KEYS[3], now, ARGV[2])
redis.call('HSET', KEYS[2], 'checkpoint', ARGV[2], 'round', tonumber(known[3] or '0') + 1, 'moving', '1')
redis.call('HDEL', KEYS[2], 'staging')
return {'done'}
`)

/**
 * Moves some of what is staged, from a cursor on; '0' is the beginning. Answers, which format 2 staged as '#<seq>', are removed.
 * KEYS lease head docs staged; ARGV lease, how many, cursor.
 * → moved <how many are left> <next cursor> | fenced
 */
export const moveStaged = createScript(`${fence}
if redis.call('HGET', KEYS[2], 'moving') ~= '1' then return {'moved', 0, '0'} end
local cursor, some = unpack(redis.call('HSCAN', KEYS[4], ARGV[3], 'COUNT', ARGV[2]))
for at = 1, #some, 2 do
  if string.sub(some[at], 1, 1) ~= '#' then redis.call('HSET', KEYS[3], some[at], some[at + 1]) end
  redis.call('HDEL', KEYS[4], some[at])
end
local left = redis.call('HLEN', KEYS[4])
if left == 0 then redis.call('HDEL', KEYS[2], 'moving') end
return {'moved', left, cursor}
`)

/**
 * Removes some of the journal's front: behind the checkpoint, behind every live reader, and only what was in a checkpoint longer ago
 * than it is to be kept. The last entry always stays, so that its loss is noticed.
 *
 * KEYS lease head journal ids times readers; ARGV lease, ms it is kept, ms after which a reader counts as gone, how many at a time
 * → trimmed <how many> | fenced
 */
export const trimJournal = createScript(`${fence}${nowText}
now = tonumber(now)
local known = redis.call('HMGET', KEYS[2], 'seq', 'checkpoint')
local old = redis.call('ZREVRANGEBYSCORE', KEYS[5], now - tonumber(ARGV[2]), '-inf', 'LIMIT', 0, 1)[1]
if not old then return {'trimmed', 0} end

local keep = math.min(tonumber(known[1] or '0'), tonumber(known[2] or '0') + 1, tonumber(old) + 1)
local readers = redis.call('HGETALL', KEYS[6])
for at = 1, #readers, 2 do
  local seq, heardAt = string.match(readers[at + 1], '^(%d+) (%d+)$')
  if not seq or tonumber(heardAt) < now - tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[6], readers[at])
  else
    keep = math.min(keep, tonumber(seq) + 1)
  end
end
local removed = redis.call('XTRIM', KEYS[3], 'MINID', '~', keep .. '-0', 'LIMIT', ARGV[4])
local first = redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 1)[1]
if first then redis.call('HSET', KEYS[2], 'first', string.match(first[1], '^%d+')) end
if first then redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', '(' .. string.match(first[1], '^%d+')) end
redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', '(' .. redis.call('ZSCORE', KEYS[5], old))
return {'trimmed', removed}
`)

/** A node notes how far it has read, with the time of Redis. KEYS format readers; ARGV node, seq. → noted | nothing */
export const noteReader = createScript(`${nowText}
if redis.call('EXISTS', KEYS[1]) == 0 then return {'nothing'} end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. now)
return {'noted'}
`)

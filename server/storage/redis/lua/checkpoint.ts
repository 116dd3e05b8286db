import { createScript } from './script.ts'

/*
 * A checkpoint comes in pieces and holds as a whole: its documents are staged beside those of the last one; one step makes both
 * together the checkpoint; then they are moved, piece by piece, with nobody having to wait for it. Every step may be repeated.
 */

const fence = `
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'fenced', holder or ''} end
`

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

/** KEYS lease head staged; ARGV lease, seq, then document and what is kept of it in turn. → kept | stale | fenced */
export const stageDocuments = createScript(`${fence}
if redis.call('HGET', KEYS[2], 'staging') ~= ARGV[2] then return {'stale'} end
for at = 3, #ARGV, 2 do redis.call('HSET', KEYS[3], ARGV[at], ARGV[at + 1]) end
return {'kept'}
`)

/** KEYS lease head times; ARGV lease, seq. → done | stale | fenced */
export const finishCheckpoint = createScript(`${fence}
local known = redis.call('HMGET', KEYS[2], 'staging', 'checkpoint', 'round')
if not known[1] and known[2] == ARGV[2] then return {'done'} end
if known[1] ~= ARGV[2] then return {'stale'} end
redis.call('HSET', KEYS[2], 'checkpoint', ARGV[2], 'round', tonumber(known[3] or '0') + 1, 'moving', '1')
redis.call('HDEL', KEYS[2], 'staging')
local now = redis.call('TIME')
redis.call('ZADD', KEYS[3], now[1] .. string.sub('00000' .. math.floor(tonumber(now[2]) / 1000), -3), ARGV[2])
return {'done'}
`)

/**
 * Moves some of what is staged, from a place of it on. KEYS lease head docs staged; ARGV lease, how many, place; '0' is its beginning.
 * → moved <how many are left> <place to go on from> | fenced
 */
export const moveStaged = createScript(`${fence}
if redis.call('HGET', KEYS[2], 'moving') ~= '1' then return {'moved', 0, '0'} end
local place, some = unpack(redis.call('HSCAN', KEYS[4], ARGV[3], 'COUNT', ARGV[2]))
for at = 1, #some, 2 do
  redis.call('HSET', KEYS[3], some[at], some[at + 1])
  redis.call('HDEL', KEYS[4], some[at])
end
local left = redis.call('HLEN', KEYS[4])
if left == 0 then redis.call('HDEL', KEYS[2], 'moving') end
return {'moved', left, place}
`)

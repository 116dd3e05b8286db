import { createScript } from './script.ts'

/*
 * A stream cannot be changed in place: it is written anew beside itself, piece by piece, and then takes its own place. Every step may
 * be repeated.
 */

const fence = `
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'fenced', holder or ''} end
local function lastOf(stream)
  local last = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  return last and last[1] or ''
end
`

/** KEYS lease anew; ARGV lease. → begun | fenced */
export const beginAnew = createScript(`${fence}
redis.call('UNLINK', KEYS[2])
return {'begun'}
`)

/**
 * KEYS lease anew; ARGV lease, the last id before these or '', the last of these, how many fields each has,
 * then id and fields of each. → written | stale | fenced
 */
export const writeAnew = createScript(`${fence}
local last, fields = lastOf(KEYS[2]), tonumber(ARGV[4])
if last == ARGV[3] then return {'written'} end
if last ~= ARGV[2] then return {'stale'} end
for at = 5, #ARGV, fields + 1 do redis.call('XADD', KEYS[2], unpack(ARGV, at, at + fields)) end
return {'written'}
`)

/** KEYS lease anew stream; ARGV lease, last id, how many there are. → done | stale | fenced */
export const putInPlace = createScript(`${fence}
if redis.call('EXISTS', KEYS[2]) == 0 then return {lastOf(KEYS[3]) == ARGV[2] and 'done' or 'stale'} end
if lastOf(KEYS[2]) ~= ARGV[2] or lastOf(KEYS[3]) ~= ARGV[2] then return {'stale'} end
if redis.call('XLEN', KEYS[2]) ~= tonumber(ARGV[3]) or redis.call('XLEN', KEYS[3]) ~= tonumber(ARGV[3]) then return {'stale'} end
redis.call('RENAME', KEYS[2], KEYS[3])
return {'done'}
`)

/** KEYS lease archives docs staged, then streams of lists; ARGV lease, how many lists, their names, then documents. → removed | fenced */
export const removeAll = createScript(`${fence}
local lists = tonumber(ARGV[2])
for at = 1, lists do
  redis.call('UNLINK', KEYS[4 + at])
  redis.call('SREM', KEYS[2], ARGV[2 + at])
end
for at = 3 + lists, #ARGV do
  redis.call('HDEL', KEYS[3], ARGV[at])
  redis.call('HDEL', KEYS[4], ARGV[at])
end
return {'removed'}
`)

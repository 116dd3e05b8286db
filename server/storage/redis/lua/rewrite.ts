import { createScript, fence } from './script.ts'

/*
 * A stream cannot be changed in place: a copy is written beside it, slice by slice, and then replaces it. Every step may be repeated.
 */

const lastOf = `
local function lastOf(stream)
  local last = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  return last and last[1] or ''
end
`

/** Also gives up a copy that was begun. KEYS lease copy; ARGV lease. → begun | fenced */
export const beginCopy = createScript(`${fence}
redis.call('UNLINK', KEYS[2])
return {'begun'}
`)

/**
 * KEYS lease copy; ARGV lease, the last id before these or '', the last of these, how many fields and values each has,
 * then id, fields and values of each. → written | stale | fenced
 */
export const writeCopy = createScript(`${fence}${lastOf}
local last, width = lastOf(KEYS[2]), tonumber(ARGV[4])
if last == ARGV[3] then return {'written'} end
if last ~= ARGV[2] then return {'stale'} end
for at = 5, #ARGV, width + 1 do redis.call('XADD', KEYS[2], unpack(ARGV, at, at + width)) end
return {'written'}
`)

/**
 * Unlinked before it is replaced: Redis then frees it in the background, however long it is.
 * KEYS lease copy stream; ARGV lease, last id and count of the stream, last id and count of the copy. → done | stale | fenced
 */
export const replaceByCopy = createScript(`${fence}${lastOf}
if redis.call('EXISTS', KEYS[2]) == 0 then return {lastOf(KEYS[3]) == ARGV[4] and 'done' or 'stale'} end
if lastOf(KEYS[2]) ~= ARGV[4] or lastOf(KEYS[3]) ~= ARGV[2] then return {'stale'} end
if redis.call('XLEN', KEYS[2]) ~= tonumber(ARGV[5]) or redis.call('XLEN', KEYS[3]) ~= tonumber(ARGV[3]) then return {'stale'} end
redis.call('UNLINK', KEYS[3])
redis.call('RENAME', KEYS[2], KEYS[3])
return {'done'}
`)

/** KEYS lease docs staged; ARGV lease, then documents. → removed | fenced */
export const removeDocuments = createScript(`${fence}
for at = 2, #ARGV do
  redis.call('HDEL', KEYS[2], ARGV[at])
  redis.call('HDEL', KEYS[3], ARGV[at])
end
return {'removed'}
`)

/** KEYS lease set, then keys; ARGV lease, then the members of the set that name these keys. → removed | fenced */
export const removeKeys = createScript(`${fence}
for at = 2, #ARGV do
  redis.call('UNLINK', KEYS[1 + at])
  redis.call('SREM', KEYS[2], ARGV[at])
end
return {'removed'}
`)

/** KEYS lease, sorted set; ARGV lease, then members. → removed | fenced */
export const removeMembers = createScript(`${fence}
for at = 2, #ARGV do redis.call('ZREM', KEYS[2], ARGV[at]) end
return {'removed'}
`)

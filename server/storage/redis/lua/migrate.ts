import { createScript, fence } from './script.ts'

/*
 * A store is migrated into copies beside it, which take its place in one step together with the new format. An interrupted migration
 * begins again.
 */

/** KEYS lease, then copies. ARGV lease. → begun | fenced */
export const beginMigration = createScript(`${fence}
for at = 2, #KEYS do redis.call('UNLINK', KEYS[at]) end
return {'begun'}
`)

/** KEYS lease copy; ARGV lease, command, then how many arguments each call has and all arguments in turn. → written | fenced */
export const fillCopy = createScript(`${fence}
local width = tonumber(ARGV[3])
for at = 4, #ARGV, width do redis.call(ARGV[2], KEYS[2], unpack(ARGV, at, at + width - 1)) end
return {'written'}
`)

/**
 * A key without a copy holds nothing. KEYS lease format head formerAnswers, then copy and key in turn; ARGV lease, the old format, the
 * new one, the latest time of a command id. → done | fenced | stale
 */
export const finishMigration = createScript(`${fence}
local form = redis.call('HGET', KEYS[2], 'form')
if form == ARGV[3] then return {'done'} end
if form ~= ARGV[2] then return {'stale'} end
for at = 5, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[at]) == 1 then redis.call('RENAME', KEYS[at], KEYS[at + 1]) end
end
redis.call('HSET', KEYS[3], 'newestIdAt', ARGV[4])
redis.call('UNLINK', KEYS[4])
redis.call('HSET', KEYS[2], 'form', ARGV[3])
return {'done'}
`)

import { createScript } from '../script.ts'

/** KEYS lease head journal; ARGV lease, ms. → renewed <first entry, as the hub has left it> <first entry that is there> | lost <who> */
export const renewLease = createScript(`
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'lost', holder or ''} end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local first = redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 1)[1]
return {'renewed', redis.call('HGET', KEYS[2], 'first') or '1', first and string.match(first[1], '^%d+') or '0'}
`)

import { createScript } from '../script.ts'

/** KEYS lease head journal; ARGV lease, ms. → renewed <first entry, as the hub has left it> <first entry that is there> <last entry> | lost <who> */
export const renewLease = createScript(`
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'lost', holder or ''} end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local first = redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 1)[1]
local known = redis.call('HMGET', KEYS[2], 'first', 'seq')
return {'renewed', known[1] or '1', first and string.match(first[1], '^%d+') or '0', known[2] or '0'}
`)

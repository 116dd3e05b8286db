import { createScript } from '../script.ts'

/** KEYS lease; ARGV lease, channel on which it is told. → returned | lost <who> */
export const returnLease = createScript(`
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'lost', holder or ''} end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[2], '')
return {'returned'}
`)

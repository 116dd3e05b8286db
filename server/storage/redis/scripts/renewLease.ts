import { createScript } from '../script.ts'

/** KEYS lease; ARGV lease, ms. → renewed | lost <who> */
export const renewLease = createScript(`
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'lost', holder or ''} end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {'renewed'}
`)

import { createScript } from '../script.ts'

/** A node says how far it has read, by the time of Redis. KEYS format readers; ARGV node, seq. → noted | nothing */
export const noteReader = createScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return {'nothing'} end
local clock = redis.call('TIME')
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. clock[1] .. string.sub('00' .. math.floor(tonumber(clock[2]) / 1000), -3))
return {'noted'}
`)

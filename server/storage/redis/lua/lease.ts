import { createScript } from './script.ts'

/**
 * Takes the lease for a node, with an epoch higher than any before. An empty place becomes a new installation.
 *
 * KEYS format lease head, then all others that may exist there
 * ARGV node, ms, installation for a new one, store format, who made it, lowest epoch, expected installation or ''
 * → taken <epoch> <installation> | held <who> <ms> | foreign <key> | form <format> | other <installation>
 */
export const takeLease = createScript(`
local format, lease, head = KEYS[1], KEYS[2], KEYS[3]
local node, ms, fresh, form, maker, lowest, expected = unpack(ARGV)

local found = redis.call('HMGET', format, 'form', 'installation')
if not found[1] then
  for at = 1, #KEYS do
    if redis.call('EXISTS', KEYS[at]) == 1 then return {'foreign', KEYS[at]} end
  end
elseif found[1] ~= form then
  return {'form', found[1]}
end
local installation = found[2] or fresh
if expected ~= '' and expected ~= installation then return {'other', found[2] or ''} end

local holder = redis.call('GET', lease)
if holder and string.sub(holder, -#node - 1) ~= ' ' .. node then
  return {'held', holder, redis.call('PTTL', lease)}
end
local last = tonumber(redis.call('HGET', head, 'epoch') or '0')
local epoch = math.max(last, tonumber(lowest)) + 1
redis.call('HSET', head, 'epoch', epoch)
if not found[1] then
  redis.call('HSET', format, 'form', form, 'installation', installation, 'madeBy', maker)
end
redis.call('SET', lease, epoch .. ' ' .. node, 'PX', ms)
return {'taken', epoch, installation}
`)

/** KEYS lease head journal; ARGV lease, ms. → renewed <first entry, as the hub left it> <first entry that exists> <last entry> | lost <who> */
export const renewLease = createScript(`
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'lost', holder or ''} end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local first = redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 1)[1]
local known = redis.call('HMGET', KEYS[2], 'first', 'seq')
return {'renewed', known[1] or '1', first and string.match(first[1], '^%d+') or '0', known[2] or '0'}
`)

/** KEYS lease; ARGV lease, channel on which it is announced. → returned | lost <who> */
export const releaseLease = createScript(`
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'lost', holder or ''} end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[2], '')
return {'returned'}
`)

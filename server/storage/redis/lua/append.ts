import { createScript } from './script.ts'

/**
 * Appends a batch whole or not at all. Everything is checked before the first write, since Redis does not roll back a script; what
 * Redis itself refuses (no memory, a replica) it refuses at the first write.
 *
 * KEYS lease head journal ids archives aboutKeys, then the streams of the archives, then the sorted sets of persons
 * ARGV lease, first seq, link, counts of: entries, rows, archives, persons' sets, members of these; the latest time of a command id; then
 *      for each entry: JSON, "<actor> <command id>" or ''
 *      for each row: which archive from 1, seq, position, at, JSON of about, JSON
 *      the kinds of the archives; "<kind>/<person>" of the sets
 *      for each member: which set from 1, archive position, "<seq>-<position>"
 * → written | fenced <who> | follows <last> | broken <what> | repeated <id> <seq>
 */
export const append = createScript(`
local lease, head, journal, ids, archives, aboutKeys = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local mine, first, link = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local entries, rows, kinds, sets, members = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local newestIdAt = tonumber(ARGV[9])

local function lastOf(stream)
  if redis.call('EXISTS', stream) == 0 then return nil end
  local fields = redis.call('XINFO', 'STREAM', stream)
  for at = 1, #fields, 2 do
    if fields[at] == 'last-generated-id' then return fields[at + 1] end
  end
end

local existing = redis.call('XRANGE', journal, first .. '-0', first .. '-0')[1]
if existing then
  for at = 1, #existing[2], 2 do
    if existing[2][at] == 'l' and existing[2][at + 1] == link then return {'written'} end
  end
end
local holder = redis.call('GET', lease)
if holder ~= mine then return {'fenced', holder or ''} end

local known = redis.call('HMGET', head, 'seq', 'link', 'newestIdAt')
local last, before = tonumber(known[1] or '0'), known[2] or ''
local lastId = lastOf(journal)
if (lastId or '0-0') ~= last .. '-0' then
  return {'broken', 'its journal ends at ' .. (lastId or 'nothing') .. ', and entry ' .. last .. ' was written last'}
end
if first ~= last + 1 then return {'follows', last} end

local at = 9
for entry = 1, entries do
  local id = ARGV[at + 2]
  if id ~= '' then
    local seq = redis.call('ZSCORE', ids, id)
    if seq then return {'repeated', id, seq} end
  end
  at = at + 2
end
local kindsAt = at + rows * 6
for kind = 1, kinds do
  local id = lastOf(KEYS[6 + kind])
  if id and tonumber(string.match(id, '^%d+')) >= first then
    return {'broken', 'its archive ' .. ARGV[kindsAt + kind] .. ' holds ' .. id .. ', which the hub did not write'}
  end
end
if kinds > 0 then redis.call('SISMEMBER', archives, '') end
if sets > 0 then redis.call('SISMEMBER', aboutKeys, '') end
for set = 1, sets do redis.call('ZSCORE', KEYS[6 + kinds + set], '') end

at = 9
for entry = 0, entries - 1 do
  local seq = first + entry
  redis.call('XADD', journal, seq .. '-0', 'e', ARGV[at + 1], 'l', link, 'p', before)
  if ARGV[at + 2] ~= '' then redis.call('ZADD', ids, seq, ARGV[at + 2]) end
  before = link
  at = at + 2
end
for row = 1, rows do
  redis.call('XADD', KEYS[6 + tonumber(ARGV[at + 1])], ARGV[at + 2] .. '-' .. ARGV[at + 3],
    't', ARGV[at + 4], 'a', ARGV[at + 5], 'e', ARGV[at + 6])
  at = at + 6
end
for kind = 1, kinds do redis.call('SADD', archives, ARGV[at + kind]) end
at = at + kinds
for set = 1, sets do redis.call('SADD', aboutKeys, ARGV[at + set]) end
at = at + sets
for member = 1, members do
  redis.call('ZADD', KEYS[6 + kinds + tonumber(ARGV[at + 1])], ARGV[at + 2], ARGV[at + 3])
  at = at + 3
end
redis.call('HSET', head, 'seq', first + entries - 1, 'link', link)
if newestIdAt > tonumber(known[3] or '0') then redis.call('HSET', head, 'newestIdAt', ARGV[9]) end
return {'written'}
`)

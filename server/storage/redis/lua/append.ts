import { createScript } from './script.ts'

/**
 * Appends a batch whole, or nothing of it. Everything is looked at before the first write, as Redis takes back nothing that a script
 * did; what it refuses for itself (no memory, a replica) it refuses at the first write.
 *
 * KEYS lease head journal ids archives, then the streams of the archives
 * ARGV lease, first seq, link, how many entries, how many archive lines, how many archives;
 *      for each entry: JSON, "<actor> <command id>" or ''; for each line: which archive from 1, <position>, seq, at, JSON; archive names
 * → written | fenced <who> | follows <last> | broken <what> | repeated <id> <seq>
 */
export const append = createScript(`
local lease, head, journal, ids, archives = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local mine, first, link = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local entries, lines, lists = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])

local function lastOf(stream)
  if redis.call('EXISTS', stream) == 0 then return nil end
  local told = redis.call('XINFO', 'STREAM', stream)
  for at = 1, #told, 2 do
    if told[at] == 'last-generated-id' then return told[at + 1] end
  end
end

local there = redis.call('XRANGE', journal, first .. '-0', first .. '-0')[1]
if there then
  for at = 1, #there[2], 2 do
    if there[2][at] == 'l' and there[2][at + 1] == link then return {'written'} end
  end
end
local holder = redis.call('GET', lease)
if holder ~= mine then return {'fenced', holder or ''} end

local known = redis.call('HMGET', head, 'seq', 'link')
local last, before = tonumber(known[1] or '0'), known[2] or ''
local lastId = lastOf(journal)
if (lastId or '0-0') ~= last .. '-0' then
  return {'broken', 'its journal ends at ' .. (lastId or 'nothing') .. ', and entry ' .. last .. ' was written last'}
end
if first ~= last + 1 then return {'follows', last} end

local at = 6
for entry = 1, entries do
  local id = ARGV[at + 2]
  if id ~= '' then
    local before = redis.call('ZSCORE', ids, id)
    if before then return {'repeated', id, before} end
  end
  at = at + 2
end
local namesAt = at + lines * 5
for list = 1, lists do
  local id = lastOf(KEYS[5 + list])
  if id and tonumber(string.match(id, '^%d+')) >= first then
    return {'broken', 'its archive ' .. ARGV[namesAt + list] .. ' holds ' .. id .. ', which the hub did not write'}
  end
end
if lists > 0 then redis.call('SISMEMBER', archives, '') end

at = 6
for entry = 0, entries - 1 do
  local seq = first + entry
  redis.call('XADD', journal, seq .. '-0', 'e', ARGV[at + 1], 'l', link, 'p', before)
  if ARGV[at + 2] ~= '' then redis.call('ZADD', ids, seq, ARGV[at + 2]) end
  before = link
  at = at + 2
end
for line = 1, lines do
  redis.call('XADD', KEYS[5 + tonumber(ARGV[at + 1])], ARGV[at + 3] .. '-' .. ARGV[at + 2], 't', ARGV[at + 4], 'e', ARGV[at + 5])
  at = at + 5
end
for list = 1, lists do redis.call('SADD', archives, ARGV[at + list]) end
redis.call('HSET', head, 'seq', first + entries - 1, 'link', link)
return {'written'}
`)

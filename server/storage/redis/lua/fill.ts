import { createScript, nowText } from './script.ts'

/*
 * A place is filled from an export part by part. Its format says which file it is filled from and how many parts are in: no hub takes it
 * for a store before the last step. Every step may be repeated.
 */

/** KEYS format; ARGV format, who makes it. → begun <parts that are in> | other <format> */
export const beginImport = createScript(`
local form = redis.call('HGET', KEYS[1], 'form')
if not form then redis.call('HSET', KEYS[1], 'form', ARGV[1], 'madeBy', ARGV[2], 'parts', 0) end
if form and form ~= ARGV[1] then return {'other', form} end
return {'begun', redis.call('HGET', KEYS[1], 'parts')}
`)

const part = `
local known = redis.call('HMGET', KEYS[1], 'form', 'parts')
if known[1] ~= ARGV[1] then return {'other', known[1] or ''} end
if tonumber(known[2]) >= tonumber(ARGV[2]) then return {'taken'} end
if tonumber(known[2]) ~= tonumber(ARGV[2]) - 1 then return {'other', known[2]} end
redis.call('HSET', KEYS[1], 'parts', ARGV[2])
`

/** KEYS format docs; ARGV format, part, then document and value in turn. → taken | other <format> */
export const fillDocuments = createScript(`${part}
for at = 3, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1]) end
return {'taken'}
`)

/** A part of which nothing is kept. KEYS format; ARGV format, part. → taken | other <format> */
export const passOver = createScript(`${part}
return {'taken'}
`)

/**
 * KEYS format archives aboutKeys, then streams of archives, then sorted sets of persons
 * ARGV format, part, counts of: archives, sets, rows; the kinds; "<kind>/<person>" of the sets;
 *      for each row: which archive from 1, id, at, JSON of about, JSON; then for each member: which set from 1, archive position, id
 * → taken | other <format>
 */
export const fillRows = createScript(`${part}
local kinds, sets, rows = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local at = 5
for kind = 1, kinds do redis.call('SADD', KEYS[2], ARGV[at + kind]) end
at = at + kinds
for set = 1, sets do redis.call('SADD', KEYS[3], ARGV[at + set]) end
at = at + sets
for row = 1, rows do
  redis.call('XADD', KEYS[3 + tonumber(ARGV[at + 1])], ARGV[at + 2], 't', ARGV[at + 3], 'a', ARGV[at + 4], 'e', ARGV[at + 5])
  at = at + 5
end
while at < #ARGV do
  redis.call('ZADD', KEYS[3 + kinds + tonumber(ARGV[at + 1])], ARGV[at + 2], ARGV[at + 3])
  at = at + 3
end
return {'taken'}
`)

/**
 * KEYS format journal ids head
 * ARGV format, part, link, the link before, the latest time of a command id, then for each entry: seq, JSON, "<actor> <command id>" or ''
 * → taken | other <format>
 */
export const fillJournal = createScript(`${part}
local before = ARGV[4]
for at = 6, #ARGV, 3 do
  redis.call('XADD', KEYS[2], ARGV[at] .. '-0', 'e', ARGV[at + 1], 'l', ARGV[3], 'p', before)
  if ARGV[at + 2] ~= '' then redis.call('ZADD', KEYS[3], ARGV[at], ARGV[at + 2]) end
  before = ARGV[3]
end
if tonumber(ARGV[5]) > tonumber(redis.call('HGET', KEYS[4], 'newestIdAt') or '0') then
  redis.call('HSET', KEYS[4], 'newestIdAt', ARGV[5])
end
return {'taken'}
`)

/**
 * Turns the place into a store. KEYS format head journal times; ARGV format, the store format, installation, epoch, last seq, checkpoint.
 * → done | other <format>
 */
export const finishImport = createScript(`${nowText}
local form = redis.call('HGET', KEYS[1], 'form')
if form ~= ARGV[1] then return {'other', form or ''} end
local last, link = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)[1], ''
if last then
  for at = 1, #last[2], 2 do
    if last[2][at] == 'l' then link = last[2][at + 1] end
  end
elseif ARGV[5] ~= '0' then
  redis.call('XADD', KEYS[3], ARGV[5] .. '-0', 'e', '')
  redis.call('XDEL', KEYS[3], ARGV[5] .. '-0')
end
redis.call('HSET', KEYS[2], 'epoch', ARGV[4], 'seq', ARGV[5], 'link', link, 'checkpoint', ARGV[6], 'round', 1)
redis.call('ZADD', KEYS[4], now, ARGV[6])
redis.call('HDEL', KEYS[1], 'parts')
redis.call('HSET', KEYS[1], 'form', ARGV[2], 'installation', ARGV[3])
return {'done'}
`)

import { createScript } from './script.ts'

/*
 * A place is filled from an export part by part. Its form says of which file, and how many parts are there: no hub takes it for a store
 * before the last step. Every step may be repeated.
 */

/** KEYS format; ARGV form, who makes it. → begun <parts that are there> | other <form> */
export const beginFilling = createScript(`
local form = redis.call('HGET', KEYS[1], 'form')
if not form then redis.call('HSET', KEYS[1], 'form', ARGV[1], 'madeBy', ARGV[2], 'parts', 0) end
if form and form ~= ARGV[1] then return {'other', form} end
return {'begun', redis.call('HGET', KEYS[1], 'parts')}
`)

const part = `
local told = redis.call('HMGET', KEYS[1], 'form', 'parts')
if told[1] ~= ARGV[1] then return {'other', told[1] or ''} end
if tonumber(told[2]) >= tonumber(ARGV[2]) then return {'taken'} end
if tonumber(told[2]) ~= tonumber(ARGV[2]) - 1 then return {'other', told[2]} end
redis.call('HSET', KEYS[1], 'parts', ARGV[2])
`

/** KEYS format docs; ARGV form, part, then document and what is kept of it in turn. → taken | other <form> */
export const fillDocuments = createScript(`${part}
for at = 3, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1]) end
return {'taken'}
`)

/**
 * KEYS format archives, then streams; ARGV form, part, how many lists, their names, then of each line which list from 1, its id, at, JSON.
 * → taken | other <form>
 */
export const fillLines = createScript(`${part}
local lists = tonumber(ARGV[3])
for at = 1, lists do redis.call('SADD', KEYS[2], ARGV[3 + at]) end
for at = 4 + lists, #ARGV, 4 do
  redis.call('XADD', KEYS[2 + tonumber(ARGV[at])], ARGV[at + 1], 't', ARGV[at + 2], 'e', ARGV[at + 3])
end
return {'taken'}
`)

/** KEYS format journal ids; ARGV form, part, link, the link before, then of each entry seq, JSON, "<actor> <command id>" or ''. → taken | other <form> */
export const fillJournal = createScript(`${part}
local before = ARGV[4]
for at = 5, #ARGV, 3 do
  redis.call('XADD', KEYS[2], ARGV[at] .. '-0', 'e', ARGV[at + 1], 'l', ARGV[3], 'p', before)
  if ARGV[at + 2] ~= '' then redis.call('ZADD', KEYS[3], ARGV[at], ARGV[at + 2]) end
  before = ARGV[3]
end
return {'taken'}
`)

/**
 * It becomes a store. KEYS format head journal times; ARGV form, the form of a store, installation, epoch, last seq, checkpoint.
 * → done | other <form>
 */
export const finishFilling = createScript(`
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
local now = redis.call('TIME')
redis.call('ZADD', KEYS[4], now[1] .. string.sub('00' .. math.floor(tonumber(now[2]) / 1000), -3), ARGV[6])
redis.call('HDEL', KEYS[1], 'parts')
redis.call('HSET', KEYS[1], 'form', ARGV[2], 'installation', ARGV[3])
return {'done'}
`)

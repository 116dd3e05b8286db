import { createScript } from '../script.ts'

/**
 * How the store stands, and the link of one entry.
 *
 * KEYS format lease head journal; ARGV seq
 * → there <form> <installation> <epoch> <seq> <first kept, 0 for none> <checkpoint> <round> <moving> <link of seq, '' when it is not there> <lease> <its ms>
 *   | nothing
 */
export const look = createScript(`
local format = redis.call('HMGET', KEYS[1], 'form', 'installation')
if not format[1] then return {'nothing'} end
local head = redis.call('HMGET', KEYS[3], 'epoch', 'seq', 'checkpoint', 'round', 'moving')
local first = redis.call('XRANGE', KEYS[4], '-', '+', 'COUNT', 1)[1]
local there = redis.call('XRANGE', KEYS[4], ARGV[1] .. '-0', ARGV[1] .. '-0')[1]
local link = ''
if there then
  for at = 1, #there[2], 2 do
    if there[2][at] == 'l' then link = there[2][at + 1] end
  end
end
return {
  'there', format[1], format[2] or '', head[1] or '0', head[2] or '0',
  first and string.match(first[1], '^%d+') or '0',
  head[3] or '0', head[4] or '0', head[5] or '', link,
  redis.call('GET', KEYS[2]) or '', redis.call('PTTL', KEYS[2]),
}
`)

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { RedisRefusal } from '../client.ts'

/** What runs a command: a connection, or a client that is being prepared. */
export interface Caller {
  call(args: readonly (string | Buffer)[], withinMs?: number): Promise<unknown>
}

export interface Script {
  readonly lua: string
  readonly sha: string
}

/** Redis runs a script atomically; it is sent once and called by its hash afterwards. */
export const createScript = (lua: string): Script => ({ lua, sha: createHash('sha1').update(lua).digest('hex') })

/** Every script answers a word and its values. */
const Answer = z.tuple([z.string()], z.union([z.string(), z.number(), z.null()]))
export type ScriptAnswer = z.infer<typeof Answer>

/** @throws RedisRefusal, NoAnswer, NotSent */
export async function runScript(
  { call }: Caller,
  { lua, sha }: Script,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<ScriptAnswer> {
  const rest = [String(keys.length), ...keys, ...args.map(String)]
  try {
    return Answer.parse(await call(['EVALSHA', sha, ...rest]))
  } catch (error) {
    // Redis was restarted, or this is another Redis than before.
    if (error instanceof RedisRefusal && error.code === 'NOSCRIPT')
      return Answer.parse(await call(['EVAL', lua, ...rest]))
    throw error
  }
}

/** The beginning of every script that only the leader may run. KEYS[1] is the lease, ARGV[1] the caller's lease. → fenced <holder> */
export const fence = `
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return {'fenced', holder or ''} end
`

/** Lua: the time of Redis in ms, as text. */
export const nowText = `
local clock = redis.call('TIME')
local now = clock[1] .. string.sub('00' .. math.floor(tonumber(clock[2]) / 1000), -3)
`

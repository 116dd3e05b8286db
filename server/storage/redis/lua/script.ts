import { createHash } from 'node:crypto'
import { z } from 'zod'
import { RedisRefusal } from '../client.ts'

/** What runs a command: a connection, or a wire that is being prepared. */
export interface Caller {
  call(words: readonly (string | Buffer)[], withinMs?: number): Promise<unknown>
}

export interface Script {
  readonly lua: string
  readonly sha: string
}

/** Redis runs a script whole, with nothing in between; it is sent once and called by its name afterwards. */
export const createScript = (lua: string): Script => ({ lua, sha: createHash('sha1').update(lua).digest('hex') })

/** Every script answers a word, and what belongs to it. */
const Answer = z.tuple([z.string()], z.union([z.string(), z.number(), z.null()]))
export type ScriptAnswer = z.infer<typeof Answer>

/** @throws Refused, NoAnswer, NotSent */
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
    // It was restarted, or it is another one than before.
    if (error instanceof RedisRefusal && error.code === 'NOSCRIPT') return Answer.parse(await call(['EVAL', lua, ...rest]))
    throw error
  }
}

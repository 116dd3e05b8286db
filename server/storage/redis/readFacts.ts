import { Refused } from './answers.ts'
import type { RedisFacts } from './durability.ts'
import type { Caller } from './script.ts'

/** What it tells of itself: INFO, and CONFIG where that is allowed. @throws Refused while it is loading; NoAnswer, NotSent */
export async function readFacts(line: Caller): Promise<RedisFacts> {
  const told = async (words: readonly string[]) =>
    line.call(words).catch((error) => {
      if (error instanceof Refused && error.word !== 'LOADING') return null
      throw error
    })
  const info = fieldsOf(await told(['INFO']))
  const config = async (name: string) => {
    const answer = await told(['CONFIG', 'GET', name])
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : null
  }
  const [fsync, onRewrite, save, needed] = [
    await config('appendfsync'),
    await config('no-appendfsync-on-rewrite'),
    await config('save'),
    await config('min-replicas-to-write'),
  ]
  const number = (text: string | null | undefined) => (text ? Number(text) : null)
  return {
    version: info.get('redis_version') ?? null,
    role: info.get('role') ?? null,
    aof: info.has('aof_enabled') ? info.get('aof_enabled') === '1' : null,
    fsync,
    noFsyncOnRewrite: onRewrite === null ? null : onRewrite === 'yes',
    snapshots: save === null ? null : save !== '',
    replicas: number(info.get('connected_slaves')),
    replicasNeeded: number(needed),
    maxmemoryPolicy: info.get('maxmemory_policy') ?? (await config('maxmemory-policy')),
  }
}

/** INFO's lines of `name:value`. */
export const fieldsOf = (info: unknown): ReadonlyMap<string, string> =>
  new Map(
    String(info ?? '')
      .split(/\r?\n/)
      .flatMap((line) => {
        const colon = line.indexOf(':')
        return colon > 0 && !line.startsWith('#') ? [[line.slice(0, colon), line.slice(colon + 1)] as const] : []
      }),
  )

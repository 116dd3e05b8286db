import { RedisRefusal } from './client.ts'
import type { Caller } from './lua/script.ts'

/** What a Redis tells of itself; null is what it does not tell, as hosted ones forbid CONFIG. */
export interface RedisFacts {
  readonly version: string | null
  readonly role: string | null
  /** Whether it writes a log of all that changes. */
  readonly aof: boolean | null
  readonly fsync: string | null
  readonly noFsyncOnRewrite: boolean | null
  /** Whether it writes snapshots now and then. */
  readonly snapshots: boolean | null
  readonly replicas: number | null
  readonly replicasNeeded: number | null
  readonly maxmemoryPolicy: string | null
}

/**
 * 'always': on the disk before it is acknowledged. 'everysec': the last one or two seconds may be lost with the machine.
 * 'none': more may be lost. 'unknown': it does not tell.
 */
type DurabilityLevel = 'always' | 'everysec' | 'none' | 'unknown'

export interface Durability {
  readonly level: DurabilityLevel
  /** Null when it does not tell. They are behind by moments: a failover may lose those. */
  readonly replicas: { readonly connected: number; readonly needed: number } | null
  /** Whether it could be asked to wait for its disk at each write (WAITAOF, since 7.2). The hub does not: `always` does the same at less cost. */
  readonly canWait: boolean
  /** For people. */
  readonly sentence: string
}

const keepsOf = ({ aof, fsync, noFsyncOnRewrite }: RedisFacts): DurabilityLevel => {
  if (aof === false) return 'none'
  if (aof === null || fsync === null || noFsyncOnRewrite === null) return 'unknown'
  if (noFsyncOnRewrite || fsync === 'no') return 'none'
  return fsync === 'always' ? 'always' : 'everysec'
}

const diskWords = ({ aof, fsync, snapshots, noFsyncOnRewrite }: RedisFacts, keeps: DurabilityLevel): string => {
  if (keeps === 'always') return 'on its disk before anything is acknowledged (appendfsync always)'
  if (keeps === 'everysec')
    return 'on its disk within a second or two (appendfsync everysec): a crash of its machine loses what was acknowledged since'
  if (keeps === 'unknown')
    return 'how soon it is on its disk is not known, as CONFIG is forbidden there: see what its provider promises'
  if (aof === false)
    return snapshots
      ? 'kept in snapshots only (appendonly no): a crash of Redis loses all since the last one'
      : 'kept in memory only (appendonly no): when Redis ends, all is lost'
  if (noFsyncOnRewrite)
    return `synced to its disk by appendfsync ${fsync}, but not while it rewrites its log (no-appendfsync-on-rewrite yes): a crash of its machine then loses what was acknowledged since`
  return 'written to its disk when the system likes (appendfsync no): a crash of its machine loses what was acknowledged since'
}

const replicaWords = ({ replicas, replicasNeeded }: RedisFacts): string => {
  if (replicas === null) return ''
  if (replicas === 0) return '; no replica'
  const count = `${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`
  const needed = replicasNeeded ? `, of which ${replicasNeeded} must be at hand for a write` : ''
  return `; ${count}${needed}, behind by moments: a failover may lose those`
}

/** What "durable" means with this Redis. */
export const durabilityOf = (shown: string, facts: RedisFacts): Durability => {
  const keeps = keepsOf(facts)
  const version = facts.version === null ? '' : ` ${facts.version}`
  return {
    level: keeps,
    replicas: facts.replicas === null ? null : { connected: facts.replicas, needed: facts.replicasNeeded ?? 0 },
    canWait: facts.version !== null && isAtLeast(facts.version, [7, 2]),
    sentence: `Redis${version} at ${shown}: ${diskWords(facts, keeps)}${replicaWords(facts)}`,
  }
}

/** What it tells of itself: INFO, and CONFIG where that is allowed. @throws Refused while it is loading; NoAnswer, NotSent */
export async function readFacts(line: Caller): Promise<RedisFacts> {
  const told = async (words: readonly string[]) =>
    line.call(words).catch((error) => {
      if (error instanceof RedisRefusal && error.code !== 'LOADING') return null
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

/** XTRIM by id and exclusive ranges came with it. */
const OLDEST = [6, 2] as const

/** Why this Redis cannot be used, and how to mend it; null when it can. */
export const unfitness = ({ version, role, maxmemoryPolicy }: RedisFacts): string | null => {
  if (version !== null && !isAtLeast(version, OLDEST))
    return `is Redis ${version}, and the hub needs ${OLDEST.join('.')} or newer. Update it.`
  if (role === 'slave' || role === 'replica')
    return 'is a replica, which takes no writes. Name its master in REDIS_URL.'
  if (maxmemoryPolicy !== null && maxmemoryPolicy !== 'noeviction')
    return `throws keys away when its memory is full (maxmemory-policy ${maxmemoryPolicy}), and with them what people were told is kept. Set maxmemory-policy noeviction, in redis.conf or by CONFIG SET, or give the hub a Redis of its own.`
  return null
}

/** Whether a version of Redis, as it says it itself, is this one or newer. */
const isAtLeast = (version: string, [major, minor]: readonly [number, number]) => {
  const [has = 0, after = 0] = version.split('.').map(Number)
  return has > major || (has === major && after >= minor)
}

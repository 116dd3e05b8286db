import { RedisRefusal } from './client.ts'
import type { Caller } from './lua/script.ts'

/** The configuration of a Redis as it reports it; null where it does not, as hosted ones forbid CONFIG. */
export interface RedisFacts {
  readonly version: string | null
  readonly role: string | null
  /** Whether it writes an append-only file. */
  readonly aof: boolean | null
  readonly fsync: string | null
  readonly noFsyncOnRewrite: boolean | null
  /** Whether it writes snapshots (RDB). */
  readonly snapshots: boolean | null
  readonly replicas: number | null
  readonly replicasNeeded: number | null
  readonly maxmemoryPolicy: string | null
}

/**
 * 'always': on disk before a write is acknowledged. 'everysec': a crash of the machine loses one or two seconds.
 * 'none': it loses more. 'unknown': Redis does not report it.
 */
type DurabilityLevel = 'always' | 'everysec' | 'none' | 'unknown'

export interface Durability {
  readonly level: DurabilityLevel
  /** Null when unknown. Replicas lag by moments: a failover may lose those. */
  readonly replicas: { readonly connected: number; readonly needed: number } | null
  /** Whether it has WAITAOF (since 7.2). The hub does not use it: `appendfsync always` does the same at less cost. */
  readonly canWait: boolean
  /** For /health and the log. */
  readonly sentence: string
  /** What to do where a crash loses more than moments; otherwise null. */
  readonly advice: string | null
}

const levelOf = ({ aof, fsync, noFsyncOnRewrite }: RedisFacts): DurabilityLevel => {
  if (aof === false) return 'none'
  if (aof === null || fsync === null || noFsyncOnRewrite === null) return 'unknown'
  if (noFsyncOnRewrite || fsync === 'no') return 'none'
  return fsync === 'always' ? 'always' : 'everysec'
}

const diskText = ({ aof, fsync, snapshots, noFsyncOnRewrite }: RedisFacts, level: DurabilityLevel): string => {
  if (level === 'always') return 'on its disk before anything is acknowledged (appendfsync always)'
  if (level === 'everysec')
    return 'on its disk within a second or two (appendfsync everysec): a crash of its machine loses what was acknowledged since'
  if (level === 'unknown')
    return 'when it reaches its disk is unknown, because CONFIG is forbidden there: see what its provider promises'
  if (aof === false)
    return snapshots
      ? 'kept in snapshots only (appendonly no): a crash of Redis loses everything since the last one'
      : 'kept in memory only (appendonly no): when Redis ends, everything is lost'
  if (noFsyncOnRewrite)
    return `synced to its disk by appendfsync ${fsync}, but not while it rewrites its log (no-appendfsync-on-rewrite yes): a crash of its machine then loses what was acknowledged since`
  return 'written to its disk when the system decides (appendfsync no): a crash of its machine loses what was acknowledged since'
}

/** A running Redis writes what it holds into a new log; one that is started with a log that is not there yet begins without data. */
const adviceText = ({ aof, fsync }: RedisFacts): string => {
  if (aof === false)
    return 'Run redis-cli CONFIG SET appendonly yes, and then CONFIG REWRITE, while it runs. Do not restart it with appendonly in its redis.conf instead: it would begin empty, and its data could be lost.'
  const setting = fsync === 'no' ? 'appendfsync always' : 'no-appendfsync-on-rewrite no'
  return `Run redis-cli CONFIG SET ${setting}, and then CONFIG REWRITE.`
}

const replicaText = ({ replicas, replicasNeeded }: RedisFacts): string => {
  if (replicas === null) return ''
  if (replicas === 0) return '; no replica'
  const count = `${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`
  const needed = replicasNeeded ? `, of which ${replicasNeeded} must be at hand for a write` : ''
  return `; ${count}${needed}, behind by moments: a failover may lose those`
}

/** What "durable" means with this Redis. */
export const durabilityOf = (shown: string, facts: RedisFacts): Durability => {
  const level = levelOf(facts)
  const version = facts.version === null ? '' : ` ${facts.version}`
  return {
    level,
    replicas: facts.replicas === null ? null : { connected: facts.replicas, needed: facts.replicasNeeded ?? 0 },
    canWait: facts.version !== null && isAtLeast(facts.version, [7, 2]),
    sentence: `Redis${version} at ${shown}: ${diskText(facts, level)}${replicaText(facts)}`,
    advice:
      level === 'none'
        ? `A crash of the Redis at ${shown} may lose what the hub has confirmed to users. ${adviceText(facts)}`
        : null,
  }
}

/** Reads INFO, and CONFIG where that is allowed. @throws RedisRefusal while Redis is loading; NoAnswer, NotSent */
export async function readFacts(caller: Caller): Promise<RedisFacts> {
  const unlessForbidden = async (args: readonly string[]) =>
    caller.call(args).catch((error) => {
      if (error instanceof RedisRefusal && error.code !== 'LOADING') return null
      throw error
    })
  const info = infoFields(await unlessForbidden(['INFO']))
  const config = async (name: string) => {
    const answer = await unlessForbidden(['CONFIG', 'GET', name])
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

/** The `name:value` lines of INFO. */
export const infoFields = (info: unknown): ReadonlyMap<string, string> =>
  new Map(
    String(info ?? '')
      .split(/\r?\n/)
      .flatMap((line) => {
        const colon = line.indexOf(':')
        return colon > 0 && !line.startsWith('#') ? [[line.slice(0, colon), line.slice(colon + 1)] as const] : []
      }),
  )

/** It introduced XTRIM MINID and exclusive ranges. */
const MIN_VERSION = [6, 2] as const

/** Why this Redis cannot be used and how to fix that; null when it can be used. */
export const unfitness = ({ version, role, maxmemoryPolicy }: RedisFacts): string | null => {
  if (version !== null && !isAtLeast(version, MIN_VERSION))
    return `is Redis ${version}, and the hub needs ${MIN_VERSION.join('.')} or newer. Update it.`
  if (role === 'slave' || role === 'replica')
    return 'is a replica, which accepts no writes. Name its master in REDIS_URL.'
  if (maxmemoryPolicy !== null && maxmemoryPolicy !== 'noeviction')
    return `throws keys away when its memory is full (maxmemory-policy ${maxmemoryPolicy}), including data that the hub has confirmed. Set maxmemory-policy noeviction, in redis.conf or by CONFIG SET, or give the hub a Redis of its own.`
  return null
}

const isAtLeast = (version: string, [major, minor]: readonly [number, number]) => {
  const [has = 0, after = 0] = version.split('.').map(Number)
  return has > major || (has === major && after >= minor)
}

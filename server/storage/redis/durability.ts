import { isAtLeast } from './isAtLeast.ts'

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
export type Keeps = 'always' | 'everysec' | 'none' | 'unknown'

export interface Durability {
  readonly keeps: Keeps
  /** Null when it does not tell. They are behind by moments: a failover may lose those. */
  readonly replicas: { readonly connected: number; readonly needed: number } | null
  /** Whether it could be asked to wait for its disk at each write (WAITAOF, since 7.2). The hub does not: `always` does the same at less cost. */
  readonly canWait: boolean
  /** For people. */
  readonly sentence: string
}

const keepsOf = ({ aof, fsync, noFsyncOnRewrite }: RedisFacts): Keeps => {
  if (aof === false) return 'none'
  if (aof === null || fsync === null || noFsyncOnRewrite === null) return 'unknown'
  if (noFsyncOnRewrite || fsync === 'no') return 'none'
  return fsync === 'always' ? 'always' : 'everysec'
}

const diskWords = ({ aof, fsync, snapshots, noFsyncOnRewrite }: RedisFacts, keeps: Keeps): string => {
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
    keeps,
    replicas: facts.replicas === null ? null : { connected: facts.replicas, needed: facts.replicasNeeded ?? 0 },
    canWait: facts.version !== null && isAtLeast(facts.version, [7, 2]),
    sentence: `Redis${version} at ${shown}: ${diskWords(facts, keeps)}${replicaWords(facts)}`,
  }
}

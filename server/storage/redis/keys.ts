import { DamagedStore } from '../../engine/storage.ts'

/**
 * Where everything lies in Redis. All keys share one hash tag, so that they lie together in a Redis Cluster and one script may touch
 * them all.
 *
 * format     hash: the form of what is kept, and which installation this is
 * lease      string with an end: "<epoch> <node>" of who may write
 * head       hash: the journal's last entry (seq, link) and the first as the hub has left it (first), the epoch that was given last, the last checkpoint
 *            (checkpoint, round), whether staged documents are still being moved (moving) or written (staging)
 * journal    stream: entry <seq>-0 with e (JSON), l (link: names the append that wrote it) and p (the link before)
 * docs       hash: document → "<version> <JSON>" as of the checkpoint, under what is staged and moving
 * staged     hash: the same, of a checkpoint that is being written, or moved
 * ids        sorted set: "<actor> <command id>" by seq
 * times      sorted set: seq of a checkpoint by the time of Redis, so that no clock of ours decides what is old
 * readers    hash: node → "<seq> <time of Redis>"
 * archives   set: "<archive>/<key>" of all lists
 * archive:…  stream: line <seq>-<position> with t (at) and e (JSON)
 * run        string: the run of Redis (its run_id) whose log was written anew since it started: see soundLog.ts
 * anew       stream: one of the above while it is written anew
 */
export const createKeys = (prefix: string) => {
  const under = (name: string) => `{${prefix}}:${name}`
  return {
    prefix: under(''),
    format: under('format'),
    lease: under('lease'),
    head: under('head'),
    journal: under('journal'),
    docs: under('docs'),
    staged: under('staged'),
    ids: under('ids'),
    times: under('times'),
    readers: under('readers'),
    archives: under('archives'),
    run: under('run'),
    anew: under('anew'),
    archive: (list: string) => under(`archive:${list}`),
    channel: (topic: string) => under(`bus:${topic}`),
  }
}
type Keys = ReturnType<typeof createKeys>

/** What each key must be; one that is of another type is somebody else's. What says that it is all ours comes first. */
export const keyTypes = {
  format: 'hash',
  lease: 'string',
  head: 'hash',
  journal: 'stream',
  docs: 'hash',
  staged: 'hash',
  ids: 'zset',
  times: 'zset',
  readers: 'hash',
  archives: 'set',
  run: 'string',
  anew: 'stream',
} as const satisfies Partial<Record<keyof Keys, string>>

/** Which store this is: where, under which prefix, and as which node of it. */
export interface Place {
  readonly keys: Keys
  readonly node: string
  /** As it is named to people. */
  readonly name: string
}

export const createPlace = (url: string, prefix: string, node: string): Place => {
  if (!/^[\w.-]+$/.test(node)) throw new Error(`"${node}" is no name of a node: letters, digits, . _ and - only.`)
  const keys = createKeys(prefix)
  return { keys, node, name: `Redis at ${shownAddress(url)}, keys ${keys.prefix}*` }
}

const RESTORE = 'Put a backup of that Redis back, or give the hub another REDIS_PREFIX to start afresh.'

/** Ours, and its content cannot be trusted. */
export const damaged = ({ name }: Place, wrong: string, remedy = RESTORE) => new DamagedStore(name, wrong, remedy)

/** Where a Redis is, without what opens it: the only form in which an address may be logged or shown. */
export const shownAddress = (url: string): string => {
  const parsed = URL.parse(url)
  if (!parsed) return 'an address that cannot be read'
  const { protocol, hostname, port, pathname } = parsed
  const database = pathname.length > 1 ? `, database ${pathname.slice(1)}` : ''
  return `${hostname}:${port || '6379'}${protocol === 'rediss:' ? ' (TLS)' : ''}${database}`
}

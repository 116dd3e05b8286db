import { DamagedStore } from '../../engine/storage.ts'

/**
 * The keys of a store in Redis. All keys share one hash tag, so that a Redis Cluster holds them on one node and one script may use
 * them all.
 *
 * format        hash: the store format (form), the installation, who made it
 * lease         string with an expiry: "<epoch> <node>" of the leader
 * head          hash: the journal's last entry (seq, link), the first entry that the hub left when it trimmed (first), the last epoch,
 *               the last checkpoint (checkpoint, round), whether staged documents are being moved (moving) or written (staging),
 *               the latest time that a user's command id in the journal says (newestIdAt)
 * journal       stream: entry <seq>-0 with e (JSON), l (link: identifies the append that wrote it) and p (the link before)
 * docs          hash: document → "<version> <JSON>" as of the checkpoint, below what is staged and moving
 * staged        hash: the documents of a checkpoint that is being written or moved
 * ids           sorted set: "<actor> <command id>" by seq, of the entries in the journal
 * times         sorted set: seq of a checkpoint by the time of Redis, so that the clocks of nodes do not decide what is old
 * readers       hash: node → "<seq> <time of Redis>"
 * archives      set: the kinds of archives
 * archive:…     stream, one a kind: row <seq>-<position> with t (at), a (JSON: the persons it is about) and e (JSON)
 * about:…       sorted set, one a kind and person: "<seq>-<position>" of the rows about the person, by archive position
 * aboutKeys     set: "<kind>/<person>" of all of these
 * run           string: the run_id of Redis for which the append-only file was rewritten: see logRewrite.ts
 * rewritten     stream: a copy of one of the above while it is rewritten
 * migrated:…    copies of keys while the store is migrated to a newer format
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
    /** Of format 2: answers to command ids. */
    formerAnswers: under('answers'),
    ids: under('ids'),
    times: under('times'),
    readers: under('readers'),
    archives: under('archives'),
    aboutKeys: under('aboutKeys'),
    run: under('run'),
    rewritten: under('rewritten'),
    archive: (kind: string) => under(`archive:${kind}`),
    about: (kindAndPerson: string) => under(`about:${kindAndPerson}`),
    migrated: (key: string) => under(`migrated:${key.slice(under('').length)}`),
    channel: (topic: string) => under(`bus:${topic}`),
  }
}
export type Keys = ReturnType<typeof createKeys>

/** The type of each key; a key of another type is not ours. `format`, which says that the rest is ours, comes first. */
export const keyTypes = {
  format: 'hash',
  lease: 'string',
  head: 'hash',
  journal: 'stream',
  docs: 'hash',
  staged: 'hash',
  formerAnswers: 'zset',
  ids: 'zset',
  times: 'zset',
  readers: 'hash',
  archives: 'set',
  aboutKeys: 'set',
  run: 'string',
  rewritten: 'stream',
} as const satisfies Partial<Record<keyof Keys, string>>

/** Which store this is: its Redis, its prefix, and the node that uses it. */
export interface Place {
  readonly keys: Keys
  readonly node: string
  /** For messages. */
  readonly name: string
}

export const createPlace = (url: string, prefix: string, node: string): Place => {
  if (!/^[\w.-]+$/.test(node)) throw new Error(`"${node}" is not a node name: use letters, digits, . _ and - only.`)
  const keys = createKeys(prefix)
  return { keys, node, name: `Redis at ${shownAddress(url)}, keys ${keys.prefix}*` }
}

/** The address of a Redis without its credentials: the only form that may be logged or shown. */
export const shownAddress = (url: string): string => {
  const parsed = URL.parse(url)
  if (!parsed) return 'an address that cannot be read'
  const { protocol, hostname, port, pathname } = parsed
  const database = pathname.length > 1 ? `, database ${pathname.slice(1)}` : ''
  return `${hostname}:${port || '6379'}${protocol === 'rediss:' ? ' (TLS)' : ''}${database}`
}

const RESTORE = 'Put a backup of that Redis back, or give the hub another REDIS_PREFIX to start afresh.'

/** The store is ours, and its content cannot be trusted. */
export const damaged = ({ name }: Place, wrong: string, remedy = RESTORE) => new DamagedStore(name, wrong, remedy)

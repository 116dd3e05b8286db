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
export type Keys = ReturnType<typeof createKeys>

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

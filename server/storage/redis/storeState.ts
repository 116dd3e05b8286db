import type { Place } from './keys.ts'
import { type Caller, createScript, runScript } from './lua/script.ts'

/** How the store stands at one moment. */
export interface StoreState {
  readonly form: string
  readonly installation: string
  /** That was given last. */
  readonly epoch: number
  /** The journal's last entry, and the first that is kept; 0 in an empty journal. */
  readonly seq: number
  readonly first: number
  readonly checkpoint: number
  /** How many checkpoints there have been. */
  readonly round: number
  readonly isMoving: boolean
  /** The link of the entry that was asked for; '' when it is not there. */
  readonly link: string
  /** Who holds the lease, and for how long; '' for nobody. */
  readonly holder: string
  readonly leaseMs: number
}

/** Null where nothing lies. @param linkOf the entry whose link is told too */
export async function readStoreState({ keys }: Place, line: Caller, linkOf = 0): Promise<StoreState | null> {
  const answer = await runScript(line, look, [keys.format, keys.lease, keys.head, keys.journal], [linkOf])
  if (answer[0] === 'nothing') return null
  const [form, installation, epoch, seq, first, checkpoint, round, moving, link, holder, leaseMs] = answer
    .slice(1)
    .map(String)
  return {
    form: form ?? '',
    installation: installation ?? '',
    epoch: Number(epoch),
    seq: Number(seq),
    first: Number(first),
    checkpoint: Number(checkpoint),
    round: Number(round),
    isMoving: moving === '1',
    link: link ?? '',
    holder: holder ?? '',
    leaseMs: Number(leaseMs),
  }
}

/**
 * How the store stands, and the link of one entry.
 *
 * KEYS format lease head journal; ARGV seq
 * → there <form> <installation> <epoch> <seq> <first kept, 0 for none> <checkpoint> <round> <moving> <link of seq, '' when it is not there> <lease> <its ms>
 *   | nothing
 */
const look = createScript(`
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

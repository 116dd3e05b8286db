import type { Place } from './keys.ts'
import { type Caller, createScript, runScript } from './lua/script.ts'

/** The state of a store at one moment. */
export interface StoreState {
  readonly format: string
  readonly installation: string
  /** The last epoch that was given. */
  readonly epoch: number
  /** The journal's last entry, and the first that is kept; 0 in an empty journal. */
  readonly seq: number
  readonly first: number
  readonly checkpoint: number
  /** The number of checkpoints so far. */
  readonly round: number
  readonly isMoving: boolean
  /** The latest time that a user's command id in the journal says. */
  readonly newestIdAt: number
  /** The link of the requested entry; '' when the entry does not exist. */
  readonly link: string
  /** The lease, "<epoch> <node>", and its remaining time; '' when it is free. */
  readonly holder: string
  readonly leaseMs: number
}

/**
 * KEYS format lease head journal; ARGV seq
 * → found <format> <installation> <epoch> <seq> <first kept, 0 for none> <checkpoint> <round> <moving> <link of seq or ''> <lease> <its ms>
 *         <newest id's time>
 *   | nothing
 */
const readState = createScript(`
local format = redis.call('HMGET', KEYS[1], 'form', 'installation')
if not format[1] then return {'nothing'} end
local head = redis.call('HMGET', KEYS[3], 'epoch', 'seq', 'checkpoint', 'round', 'moving', 'newestIdAt')
local first = redis.call('XRANGE', KEYS[4], '-', '+', 'COUNT', 1)[1]
local entry = redis.call('XRANGE', KEYS[4], ARGV[1] .. '-0', ARGV[1] .. '-0')[1]
local link = ''
if entry then
  for at = 1, #entry[2], 2 do
    if entry[2][at] == 'l' then link = entry[2][at + 1] end
  end
end
return {
  'found', format[1], format[2] or '', head[1] or '0', head[2] or '0',
  first and string.match(first[1], '^%d+') or '0',
  head[3] or '0', head[4] or '0', head[5] or '', link,
  redis.call('GET', KEYS[2]) or '', redis.call('PTTL', KEYS[2]), head[6] or '0',
}
`)

/** Null in an empty place. @param linkOf the entry whose link is read too */
export async function readStoreState({ keys }: Place, caller: Caller, linkOf = 0): Promise<StoreState | null> {
  const answer = await runScript(caller, readState, [keys.format, keys.lease, keys.head, keys.journal], [linkOf])
  if (answer[0] === 'nothing') return null
  const [format, installation, epoch, seq, first, checkpoint, round, moving, link, holder, leaseMs, newestIdAt] = answer
    .slice(1)
    .map(String)
  return {
    format: format ?? '',
    installation: installation ?? '',
    epoch: Number(epoch),
    seq: Number(seq),
    first: Number(first),
    checkpoint: Number(checkpoint),
    round: Number(round),
    isMoving: moving === '1',
    newestIdAt: Number(newestIdAt),
    link: link ?? '',
    holder: holder ?? '',
    leaseMs: Number(leaseMs),
  }
}

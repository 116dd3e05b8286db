import type { Place } from './place.ts'
import { type Caller, runScript } from './script.ts'
import { look } from './scripts/look.ts'

/** How the store stands at one moment. */
export interface Standing {
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
export async function lookAt({ keys }: Place, line: Caller, linkOf = 0): Promise<Standing | null> {
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

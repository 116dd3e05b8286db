import { z } from 'zod'
import { documentId } from '../../shared/engine/document.ts'
import { mainServer } from '../../shared/engine/ids.ts'
import { GameAct, mostLost } from '../../shared/features/backups/backups.ts'
import { recordRestore } from '../../shared/features/backups/commands.ts'
import { deliveryHistory } from '../../shared/features/deliveries/archives.ts'
import { deliveries } from '../../shared/features/deliveries/delivery.ts'
import { eraseAgain, excludeAgain } from '../../shared/features/erasure/commands.ts'
import { erasureAudit } from '../../shared/features/erasure/erasures.ts'
import { unrecordedPlayers } from '../../shared/features/play/playRecord.ts'
import type { Config } from '../config.ts'
import type { Hub } from '../engine/hub.ts'
import { gameActIn } from '../features/backups/gameActs.ts'
import {
  asideFolder,
  carryOutRestore,
  eachFormer,
  forgetRestore,
  type ReadFormer,
  type RestoreMark,
  readRestore,
} from '../storage/backups/restore.ts'

/** What the former data say that the restored ones do not, and must. */
const Again = z.object({
  /** Accounts that were erased after the backup: their persons must not come back. */
  erased: z.array(z.string()).default([]),
  /** What the game had done for the hub after the backup. */
  lost: z.array(GameAct).default([]),
  /** Players who were excluded from records, by the keys of their identities. */
  excluded: z.record(z.string(), z.number()).default({}),
})

interface FormerRow {
  readonly kind: string
  readonly seq: number
  /** Epoch ms. */
  readonly at: number
  readonly row: Readonly<Record<string, unknown>>
}
/** Epoch ms, by the key of an identity. */
type Times = Readonly<Record<string, number>>

interface FormerDocument {
  readonly id: string
  readonly value: { readonly entries?: object; readonly since?: Times; readonly returned?: Times }
}

/** A player who was erased after the backup, and had an account again, has none in the restored data. */
const excludedIn = ({ since = {}, returned = {} }: FormerDocument['value'], madeAt: number): Times => ({
  ...Object.fromEntries(Object.entries(returned).filter(([, at]) => at > madeAt)),
  ...since,
})

const readFormer: ReadFormer = async (dataDir, { madeAt, position: { lastSeq } }) => {
  const erased = new Set<string>()
  const lost = new Map<string, GameAct>()
  let excluded: Times = {}
  const note = (found: unknown) => {
    const act = gameActIn(found, madeAt)
    if (act && lost.size < mostLost) lost.set(act.delivery, act)
  }
  const position = await eachFormer(dataDir, (of, record) => {
    if (of === 'archive') {
      const { kind, seq, at, row } = record as FormerRow
      // A store that was restored before continues from an earlier entry than the backup's last one: there only the time tells.
      if (kind === erasureAudit.kind && (seq > lastSeq || at > madeAt)) erased.add(String(row.by))
      if (kind === deliveryHistory.kind) note(row)
    }
    if (of !== 'documents') return
    const { id, value } = record as FormerDocument
    if (id === documentId(deliveries, mainServer)) Object.values(value.entries ?? {}).forEach(note)
    if (id === documentId(unrecordedPlayers, '')) excluded = excludedIn(value, madeAt)
  })
  const again: z.input<typeof Again> = { erased: [...erased], lost: [...lost.values()], excluded }
  return { lastSeq: position.lastSeq, epoch: position.epoch, again }
}

/** Before the store is opened: carries out the restore that is asked for. Data in Redis are restored by the command line, into a place of their own. */
export async function restoreIfAsked(config: Pick<Config, 'dataDir' | 'redis'>, say: (text: string) => void) {
  if (config.redis) return null
  const asked = readRestore(config.dataDir)
  if (asked && asked.redisPrefix !== null) return null
  if (asked?.phase === 'asked' || asked?.phase === 'ready') say(`Restoring ${asked.file} …`)
  const mark = await carryOutRestore(config.dataDir, readFormer)
  if (mark) say(outcomeOf(mark, config.dataDir))
  return mark
}

/** What became of a restore, in words. */
function outcomeOf(mark: RestoreMark, dataDir: string): string {
  if (mark.phase === 'failed') return `Nothing was restored. ${mark.why ?? ''}`.trim()
  const { lastSeq, formerSeq, madeAt } = mark
  const lost = formerSeq !== null && lastSeq !== null && formerSeq > lastSeq ? formerSeq - lastSeq : null
  const then = madeAt === null ? 'the backup' : `${new Date(madeAt).toISOString().slice(0, 16).replace('T', ', ')} UTC`
  const gone =
    lost === null
      ? ''
      : ` ${lost} ${lost === 1 ? 'change' : 'changes'} made after it ${lost === 1 ? 'is' : 'are'} gone.`
  if (mark.redisPrefix !== null)
    return `The data is now that of ${then}. Everyone has to sign in again, and programs need new tokens. The former data is in Redis, under its own prefix. It isn't known who was erased after the backup.`
  const again = `The data is now that of ${then}.${gone} Everyone has to sign in again, and programs need new tokens.`
  if (!mark.hasFormer) return `${again} There was no data before.`
  const unread =
    formerSeq === null ? " The former data could not be read, so it isn't known who was erased after the backup." : ''
  return `${again} The former data is in ${asideFolder(dataDir, mark)}.${unread}`
}

/** Before anyone is served: writes down what became of a restore, and does again what must not be undone by it. */
export async function recordRestored(hub: Pick<Hub, 'execute'>, config: Pick<Config, 'dataDir' | 'redis'>) {
  const mark = readRestore(config.dataDir)
  // Another store than the one that was restored.
  if (!mark || mark.redisPrefix !== (config.redis?.prefix ?? null)) return
  if (mark.phase !== 'done' && mark.phase !== 'failed') return
  const isDone = mark.phase === 'done'
  const again = Again.safeParse(mark.again)
  const { erased, lost, excluded } = isDone && again.success ? again.data : Again.parse({})
  const says = outcomeOf(mark, config.dataDir).slice(0, 2_000)
  const outcome = { at: mark.askedAt, isDone, says, madeAt: mark.madeAt, lost }
  await hub.execute('restore', recordRestore.name, outcome)
  for (const account of erased) await hub.execute('restore', eraseAgain.name, { account })
  if (Object.keys(excluded).length > 0) await hub.execute('restore', excludeAgain.name, { since: excluded })
  forgetRestore(config.dataDir)
}

import type { z } from 'zod'
import { recordLines, reportLogLink } from '../../../shared/features/gameLog/commands.ts'
import { logProgress } from '../../../shared/features/gameLog/gameLog.ts'
import type { LogLine } from '../../../shared/features/gameLog/lines.ts'
import { present } from '../../../shared/features/play/playRecord.ts'
import { type Clock, every } from '../../engine/clock.ts'
import { CommandRefused } from '../../engine/dispatch.ts'
import type { Hub } from '../../engine/hub.ts'
import { codeIn } from './linkCode.ts'

/** Lines of the log after a position. */
export interface LogBatch {
  /** At most `mostLines`, oldest first. */
  readonly lines: readonly LogLine[]
  /** Where the next batch begins. Only the source understands it. */
  readonly position: string
  /** Whether there is more to read now. */
  readonly hasMore: boolean
  /** Lines read, and of those the ones that said nothing the hub knows. */
  readonly read: number
  readonly unknown: number
  /** The log was emptied or removed before all of it was read. */
  readonly isLost?: boolean
}

/** Reads the game's log. */
export interface LogSource {
  /** Where the log is, without secrets. */
  readonly place: string
  /** Ms between two looks for new lines. */
  readonly everyMs: number
  /** @param position of an earlier batch; null at first @throws Error with a sentence for users */
  read(position: string | null): Promise<LogBatch>
}

interface LogWorkerDeps {
  readonly hub: Pick<Hub, 'read' | 'execute'>
  readonly server: string
  readonly source: LogSource
  /** Without it no chat is recorded. */
  readonly keepsChat: boolean
  readonly clock: Clock
  /** After each batch that was recorded. */
  readonly onBatch?: (batch: Pick<LogBatch, 'read' | 'unknown'>) => void
  /** How many players the log and the readings of the game disagree about: one has them in the game, the other does not. */
  readonly onDifferences?: (count: number) => void
  readonly onFault: (what: string, error: unknown) => void
}

/** The hub's own questions to the game fill its log, and are not worth an entry of the journal each. */
const recordedEveryMs = 60_000

/** Batches in a row before other work has its turn. */
const mostInRow = 20

/** Records the game's log as it grows. Returns the way to stop. */
export function startLogWorker(deps: LogWorkerDeps): () => void {
  const { hub, server, source, keepsChat, clock, onBatch, onDifferences, onFault } = deps
  const report = createReports(deps)
  const comparison = createComparison(clock)
  let isStopped = false

  /** How far was read beyond the recorded position, since which nothing was worth recording. */
  let ahead = { recorded: '', position: '' as string | null, since: 0 }

  /** @returns whether there is more to read now */
  const recordNext = async (): Promise<boolean> => {
    const from = hub.read(logProgress, server).position
    const isAhead = ahead.recorded === `${from}`
    const begin = isAhead ? ahead.position : from
    const batch = await source.read(begin)
    if (isStopped || batch.position === begin) return false
    const lines = keepsChat ? batch.lines : batch.lines.filter((line) => line.kind !== 'chat' || isCode(line))
    const since = isAhead ? ahead.since : clock.monotonic()
    if (lines.length > 0 || from === null || clock.monotonic() - since >= recordedEveryMs)
      await hub.execute('game log', recordLines.name, { server, from, to: batch.position, lines })
    else ahead = { recorded: `${from}`, position: batch.position, since }
    comparison.note(batch.lines)
    report.count(batch)
    onBatch?.(batch)
    return batch.hasMore
  }
  const work = async () => {
    try {
      let left = mostInRow
      while (!isStopped && left > 0 && (await recordNext())) left -= 1
      await report.state('following', null)
      onDifferences?.(comparison.differences(Object.keys(hub.read(present, server).players)))
    } catch (error) {
      if (isStopped || (error instanceof CommandRefused && error.code === 'moved')) return
      // The same lines are read again at the next look.
      if (error instanceof CommandRefused)
        return error.isStorageFailure ? undefined : onFault('record the game log', error)
      await report.state('failing', error instanceof Error ? error.message : String(error))
    }
  }
  void report.state('opening', null)
  const stop = every(clock, () => source.everyMs, work)
  return () => {
    isStopped = true
    stop()
  }
}

/** A code to link a player works also where no chat is recorded. Any other text would be recorded. */
const isCode = ({ player, text }: Extract<LogLine, { kind: 'chat' }>) => player !== null && codeIn(text) !== null

type Reported = Pick<z.output<typeof reportLogLink.input>, 'state' | 'why'>

/** Reports the state of the link where it has changed, and how many lines could not be read once a minute. */
function createReports({ hub, server, source, keepsChat, clock, onFault }: LogWorkerDeps) {
  let [unreadable, lostAt] = [0, null as number | null]
  let reported = { key: '', unreadable: 0, at: 0 }
  return {
    count(batch: Pick<LogBatch, 'unknown' | 'isLost'>) {
      unreadable += batch.unknown
      if (batch.isLost) lostAt = clock.now()
    },
    async state(state: Reported['state'], why: Reported['why']) {
      const key = `${state} ${lostAt} ${why}`
      const isCounted = reported.unreadable === unreadable || clock.monotonic() - reported.at < recordedEveryMs
      if (key === reported.key && isCounted) return
      reported = { key, unreadable, at: clock.monotonic() }
      const told = {
        state,
        why: why?.slice(0, 1_000) ?? null,
        place: source.place,
        chat: keepsChat,
        lostAt,
        unreadable,
      }
      await hub.execute('game log', reportLogLink.name, { server, ...told }).catch((error: unknown) => {
        reported.key = ''
        onFault('report the link to the log', error)
      })
    },
  }
}

/** Joining and leaving take so long to show in the readings of the game. */
const settledAfterMs = 90_000

/** Compares what the log says of joining and leaving with who is known to be in the game. */
export function createComparison(clock: Pick<Clock, 'monotonic'>) {
  const last = new Map<string, { readonly isIn: boolean; readonly notedAt: number }>()
  return {
    note(lines: readonly LogLine[]) {
      for (const line of lines) {
        if (line.kind !== 'join' && line.kind !== 'leave') continue
        last.set(line.player.id, { isIn: line.kind === 'join', notedAt: clock.monotonic() })
      }
    },
    /** @param present ids of the players whom the readings have in the game */
    differences(present: readonly string[]): number {
      const known = new Set(present)
      let count = 0
      for (const [id, { isIn, notedAt }] of last) {
        if (clock.monotonic() - notedAt < settledAfterMs) continue
        if (isIn !== known.has(id)) count += 1
        else if (!isIn) last.delete(id)
      }
      return count
    },
  }
}

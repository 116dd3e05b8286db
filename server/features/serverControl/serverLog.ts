import type { z } from 'zod'
import type { Archive, RowOf } from '../../../shared/engine/archive.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { deliveryAudit } from '../../../shared/features/deliveries/archives.ts'
import { wordsOf, wordsOfMany } from '../../../shared/features/deliveries/auditWords.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { gameToggles, isRedactedKind, toggleInOrder } from '../../../shared/features/deliveries/kinds.ts'
import { outcomeText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { gameAdminActs, gameChat, gameKills, gameVisits } from '../../../shared/features/gameLog/archives.ts'
import { serverChanges } from '../../../shared/features/serverControl/archives.ts'
import type { LogSource, readServerLog, ServerLogLine } from '../../../shared/features/serverControl/serverLog.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { lengthText } from '../deliveries/bans.ts'

type LogContext = QueryContext<typeof readServerLog>
type Wanted = z.output<(typeof readServerLog)['input']>

/** Limits the rows of one archive that one query reads, so that a rare word does not block the store. */
const mostRowsRead = 1_000

/** The archives of the log: the source each belongs to, and a row as a line. */
interface LogPart {
  readonly source: LogSource
  readonly archive: Archive
  lineOf(row: never, context: LogContext): string
}
const part = <A extends Archive>(
  source: LogSource,
  archive: A,
  lineOf: (row: RowOf<A>, context: LogContext) => string,
): LogPart => ({ source, archive, lineOf })

type Named = { readonly name: string | null; readonly id: string } | null
const nameOf = (player: Named) => player?.name ?? player?.id ?? 'A player'

const parts: readonly LogPart[] = [
  part('game', gameKills, ({ by, killer, victim, victimAnimal, cause }) => {
    const died = `${nameOf(victim)}${victimAnimal.species === null ? '' : ` (${victimAnimal.species})`}`
    if (by === 'nature') return `${died} died${cause ? `: ${cause}` : ''}.`
    return by === 'player' ? `${nameOf(killer)} killed ${died}.` : `${died} was killed.`
  }),
  part('game', gameVisits, ({ act, player }) => `${nameOf(player)} ${act === 'join' ? 'joined' : 'left'}.`),
  part('game', gameChat, ({ player, channel, text }) => `${nameOf(player)} in ${channel} chat: ${text}`),
  part('game', gameAdminActs, ({ by, act, admin, target }) => {
    const who = admin ? nameOf(admin) : by === 'rcon' ? 'RCON' : 'An admin'
    return `${who} used ${act ?? 'a command'}${target ? ` on ${nameOf(target)}` : ''}.`
  }),
  part('link', serverChanges, ({ of, from, to, why }) => {
    if (of === 'start') return 'The game server was started.'
    const what = of === 'link' ? 'The link to the game' : "The host's status for the game server"
    return `${what} went from ${from ?? 'unknown'} to ${to ?? 'unknown'}.${why ? ` ${why}` : ''}`
  }),
  part('commands', deliveryAudit, (row, { read }) => {
    const { act, by, byHub, kind, delivery } = row
    const who = byHub ? `The hub (${by})` : read(account, by).name || 'Erased account'
    const { entries } = read(deliveries, mainServer)
    const one = Object.hasOwn(entries, delivery) ? entries[delivery] : undefined
    const order = `${who}: ${orderText(row)}.`.replace(/([.!?]”)\.$/, '$1')
    return one && act === kind ? `${order} ${outcomeText(one).message}` : order
  }),
]

/** What was ordered, in the words of the audit: `kick Rex`. Texts that not all staff may read are left out. */
function orderText({ act, kind, target, detail }: RowOf<typeof deliveryAudit>): string {
  const { players, text, durationMs, toggle } = detail
  const words: ReturnType<typeof wordsOf> =
    typeof players === 'number' ? wordsOfMany(kind, players) : wordsOf(act, kind, detail.on === true)
  const order = words.order ?? words.did
  const said = isRedactedKind(kind) ? 'a line' : `“${text}”`
  const switched = gameToggles.find((one) => one === toggle)
  const shown: Readonly<Record<string, unknown>> = {
    ...detail,
    target: nameOf(target),
    toggle: switched && toggleInOrder[switched],
    growth: `${Math.round(Number(text) * 100)}%`,
    text: kind === 'broadcast' || isRedactedKind(kind) ? said : text,
    durationMs: typeof durationMs === 'number' ? `for ${lengthText(durationMs)}` : 'permanently',
  }
  return order
    .replace('the message {text}', 'a message')
    .replace(/\{(\w+)\}/g, (_, field) => String(shown[field] ?? ''))
}

/** One page of all parts that the asker may read, merged by time, newest first. */
export async function serverLog(context: LogContext, { source, text, before, limit }: Wanted) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const readable = parts.filter(
    (one) => (source === null || one.source === source) && one.archive.readableBy(context.principal, ''),
  )
  const read = await Promise.all(readable.map((one) => linesOf(context, one, { words, before, limit })))
  // Below the point to which one part was read, lines of that part may be missing.
  const complete = Math.max(0, ...read.map(({ readTo }) => readTo ?? 0))
  const merged = read
    .flatMap(({ lines }) => lines)
    .filter(({ at }) => at >= complete)
    .toSorted((one, other) => other.at - one.at || other.key.localeCompare(one.key))
  const last = merged[limit - 1]?.at
  // Those of one moment stay together, since the next page begins before it.
  const lines = last === undefined ? merged : merged.filter(({ at }) => at >= last)
  const isEnd = lines.length === merged.length && read.every(({ readTo }) => readTo === null)
  return { lines, next: isEnd ? null : (lines.at(-1)?.at ?? complete) }
}

interface Search {
  readonly words: readonly string[]
  readonly before: number | null
  readonly limit: number
}

/** The newest lines of one part that match. `readTo`: epoch ms back to which it was read; null at its end. */
async function linesOf(context: LogContext, { source, archive, lineOf }: LogPart, { words, before, limit }: Search) {
  const lines: ServerLogLine[] = []
  let position: number | null = null
  for (let read = 0; ; ) {
    const page: Awaited<ReturnType<LogContext['page']>> = await context.page(archive, {
      ...(before !== null && { to: before - 1 }),
      before: position,
      limit: limit + 1,
    })
    for (const { position: key, at, row } of page.rows) {
      const text = lineOf(row as never, context)
      const searched = text.toLowerCase()
      if (words.every((word) => searched.includes(word)))
        lines.push({ key: `${archive.kind} ${key}`, at, source, text })
    }
    position = page.next
    if (position === null) return { lines, readTo: null }
    read += page.rows.length || mostRowsRead
    const readTo = (page.rows.at(-1)?.at ?? before ?? 0) + 1
    // The moment of the last row may have more: as many lines as asked must be newer, as hundreds of players leave at one moment in a restart.
    const isEnough = (lines[limit - 1]?.at ?? 0) >= readTo
    if (isEnough || read >= mostRowsRead) return { lines, readTo }
  }
}

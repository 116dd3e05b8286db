import { type Archive, personsOf } from '../../../shared/engine/archive.ts'
import { account } from '../../../shared/features/account/account.ts'
import { gameAdminActs, gameChat, gameKills, gameVisits } from '../../../shared/features/gameLog/archives.ts'
import { ledger, ledgerAudit } from '../../../shared/features/ledger/ledger.ts'
import { mapImage } from '../../../shared/features/mapImage/mapImage.ts'
import { pastPositionViews } from '../../../shared/features/positionViews/positionViews.ts'
import { server as serverStatus } from '../../../shared/features/server/server.ts'
import { pinnedChat, timelinePins } from '../../../shared/features/timeline/pins.ts'
import {
  type Circle,
  lanesFor,
  longestSpanMs,
  type searchTimeline,
  type TimelineEntry,
  type TimelineKind,
} from '../../../shared/features/timeline/queries.ts'
import { trades } from '../../../shared/features/trades/trades.ts'
import type { Frame, Point } from '../../../shared/features/world/frame.ts'
import type { Page, QueryContext } from '../../engine/feature.ts'
import { accountsOfPlayer } from '../account/rules.ts'
import { auditedArchives, type MergeSource, mergeSources } from '../audit/mergedArchives.ts'
import type { Outcomes } from '../audit/outcomes.ts'
import { shownLine } from '../audit/search.ts'
import { adminEntry, chatEntry, killEntry, visitEntry } from './gameEntries.ts'
import { isKeptFrom } from './pins.ts'
import { auditEntry, flowEntry, moneyEntry, type Worded } from './worded.ts'

/** Limits the rows that one query reads, so that a lane of few entries does not block the store. */
const mostRowsRead = 5_000
/** The game's log may report something later than it happened, as after the link was down. What comes later than this is not looked for. */
const mostLateMs = 3_600_000

type Asked = ReturnType<typeof searchTimeline.input.parse>
type Context = QueryContext<typeof searchTimeline>
interface Row {
  readonly position: number
  readonly seq: number
  readonly at: number
  readonly row: object
}

/** Where the rows of the timeline come from. `isLate`: from the game's log, recorded after they happened. */
interface Origin {
  readonly archive: Archive
  readonly lanes: readonly TimelineKind[]
  readonly isLate?: boolean
}
const logged: readonly Origin[] = [
  { archive: gameKills, lanes: ['kills'], isLate: true },
  { archive: gameChat, lanes: ['chat'], isLate: true },
  { archive: gameVisits, lanes: ['visits', 'warnings'], isLate: true },
  { archive: gameAdminActs, lanes: ['staff'], isLate: true },
]
const moved: readonly Origin[] = [
  { archive: ledger, lanes: ['money'] },
  { archive: trades, lanes: ['warnings'] },
]
const auditLanes: readonly TimelineKind[] = ['visits', 'staff', 'bans', 'teleports', 'redemptions']

/** The archives that this reader may read, as far as the lanes need them. */
function originsFor(context: Pick<QueryContext, 'archives' | 'principal'>, kinds: readonly TimelineKind[]): Origin[] {
  const { principal } = context
  const readsMoney = ledger.readableBy(principal, '')
  const audited = auditedArchives(context)
    // What staff gave is in the ledger too.
    .filter((archive) => archive !== pastPositionViews && !(readsMoney && archive === ledgerAudit))
    .map((archive): Origin => ({ archive, lanes: auditLanes }))
  return [...logged, ...moved, ...audited].filter(
    ({ archive, lanes }) => archive.readableBy(principal, '') && lanes.some((lane) => kinds.includes(lane)),
  )
}

/** One page of what happened in a time, from all archives that the reader may read. */
export async function searchEntries(context: Context, outcomes: Outcomes, asked: Asked) {
  const { principal, refuse } = context
  const { from, to, place, before, limit } = asked
  if (to < from) return refuse('backwards')
  if (to - from > longestSpanMs) return refuse('tooLong')
  const lanes = lanesFor(principal.can).filter((lane) => asked.kinds.length === 0 || asked.kinds.includes(lane))
  const frame = principal.can('viewAllPositions') ? frameOf(context, asked.server) : null
  const entries: TimelineEntry[] = []
  let rowsRead = 0
  let end: { next: string | null; searchedTo: number | null } = { next: null, searchedTo: null }
  for await (const group of mergeSources(sourcesOf(context, lanes, asked), before)) {
    rowsRead += group.rows.length
    // A row about two of the persons comes from a source for each.
    const unique = new Map(group.rows.map((one) => [`${one.archive.kind}-${one.row.position}`, one]))
    for (const [key, { archive, row, place: nth }] of unique) {
      const worded = wordedRow(context, { archive, row, nth, frame })
      if (!worded || !lanes.includes(worded.kind) || worded.at < from || worded.at > to) continue
      if (place && !(worded.place && isInside(place, worded.place))) continue
      entries.push({ ...worded, key, persons: [...personsOf(archive, row.row as Record<string, unknown>)] })
    }
    if (entries.length < limit && rowsRead < mostRowsRead) continue
    end = { next: group.after(), searchedTo: group.rows[0]?.row.at ?? null }
    break
  }
  if (entries.every(({ delivery }) => delivery === null)) return { entries, ...end }
  const outcomeOf = await outcomes(context)
  const withOutcomes = entries.map((one) =>
    one.delivery === null ? one : { ...one, outcome: outcomeOf(one.delivery) },
  )
  return { entries: withOutcomes, ...end }
}

const isInside = ({ x, y, radius }: Circle, at: Point) => Math.hypot(at.x - x, at.y - y) <= radius

const frameOf = ({ read }: Pick<QueryContext, 'read'>, server: string): Frame =>
  read(mapImage, server).calibration?.frame ?? read(serverStatus, server).frame

/** A source for each archive, or for each archive and person. */
function sourcesOf(context: Context, lanes: readonly TimelineKind[], asked: Asked): MergeSource[] {
  const { from, to, persons, pin } = asked
  const ids = persons.length === 0 ? [null] : [...new Set(persons.flatMap((id) => idsOfPerson(context, id)))]
  const sources = originsFor(context, lanes).flatMap(({ archive, isLate = false }) =>
    ids.map((about): MergeSource => {
      const range = { from, to: to + (isLate ? mostLateMs : 0), ...(about !== null && { about }) }
      return { archive, page: (page) => context.page(archive, { ...range, ...page }) }
    }),
  )
  const keepsChat = pin !== null && lanes.includes('chat') && gameChat.readableBy(context.principal, '')
  return keepsChat ? [...sources, pinnedSource(context, asked.server, pin, ids)] : sources
}

/** The messages that a pin has kept, as a source of the chat: those that the archive still has are the same rows. */
function pinnedSource(context: Context, server: string, pin: string, ids: readonly (string | null)[]): MergeSource {
  const { pins } = context.read(timelinePins, server)
  const found = Object.hasOwn(pins, pin) ? pins[pin] : undefined
  const writers = found && !isKeptFrom(context.read, context.principal, found) ? found.writers : []
  const rows: Row[] = writers
    .filter((writer) => ids.includes(null) || ids.includes(writer))
    .flatMap((writer) => context.read(pinnedChat, writer).pins[pin] ?? [])
    .toSorted((one, other) => other.position - one.position)
  return { archive: gameChat, page: async (asked) => pageIn(rows, asked) }
}

function pageIn(
  all: readonly Row[],
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Page<object> {
  const rest = all.filter(({ position }) => before === null || position < before)
  const rows = rest.slice(0, limit)
  return { rows, next: rest.length > limit ? (rows.at(-1)?.position ?? null) : null }
}

/** The ids under which archives know a person: of the account, and of the players in the game that it has or had. */
export function idsOfPerson({ read }: Pick<QueryContext, 'read'>, id: string): readonly string[] {
  const { steamId, formerSteamIds, createdAt } = read(account, id)
  if (createdAt > 0) return [id, ...(steamId === null ? [] : [steamId]), ...formerSteamIds]
  return [id, ...accountsOfPlayer(read, id)]
}

interface FoundRow {
  readonly archive: Archive
  readonly row: Row
  /** Unique within its source. */
  readonly nth: string
  /** Null for a reader who may not see places. */
  readonly frame: Frame | null
}

/** A row in words; null if it is not for this reader, or nothing for the timeline. */
function wordedRow(context: Context, { archive, row: found, nth, frame }: FoundRow): Worded | null {
  const row = found.row as never
  try {
    if (archive === gameKills) return killEntry(row, frame)
    if (archive === gameChat) return chatEntry(row)
    if (archive === gameVisits) return visitEntry(row)
    if (archive === gameAdminActs) return adminEntry(row)
    if (archive === ledger) return moneyEntry(context, found.at, row)
    if (archive === trades) return flowEntry(context, found.at, row)
  } catch {
    // A row that an erasure has emptied may lack what its words need.
    return null
  }
  const line = shownLine(context as QueryContext, archive, found, nth)
  return line && auditEntry(line)
}

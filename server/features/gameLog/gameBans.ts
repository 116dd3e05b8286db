import { documentId, type Person } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type GameBan, gameBans, readGameBans, reportGameBans } from '../../../shared/features/gameLog/gameBans.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import { type Context, implement, type Rule } from '../../engine/rule.ts'
import { withoutUnrecorded } from '../play/unrecordedPlayers.ts'

/** Of players whom the hub may not record only the ban itself is kept, as in its own list. */
const report: Rule<typeof reportGameBans> = (context, { server, bans, ...state }) => {
  const list = context.edit(gameBans, server)
  Object.assign(list, state)
  if (state.state === 'here' || state.state === 'absent') list.readAt = context.now
  if (bans === null) return {}
  const players = Object.keys(bans).map((id) => ({ id }))
  const recorded = new Set(withoutUnrecorded(context, players).map(({ id }) => id))
  list.bans = Object.fromEntries(
    Object.entries(bans).map(([id, ban]) => [id, recorded.has(id) ? ban : { ...ban, ...unnamed }]),
  )
  return {}
}

const unnamed = { name: '', reason: '' }

const ask: Rule<typeof readGameBans> = ({ read, edit, refuse, now }, { server }) => {
  if (read(gameBans, server).state === 'off') return refuse('off')
  edit(gameBans, server).askedAt = now
  return {}
}

export const banListCommands = [implement(reportGameBans, report), implement(readGameBans, ask)]

export function eraseFromGameBans({ edit }: Pick<Context, 'edit'>, { players }: Person) {
  const { bans } = edit(gameBans, mainServer)
  for (const player of players) if (bans[player]) Object.assign(bans[player], unnamed)
}

/** Reads the game's ban list. */
export interface BanListSource {
  /** Where the file is, without secrets. */
  readonly place: string
  /** Ms between two looks. */
  readonly everyMs: number
  /** @returns null where the game has not written one @throws Error with a sentence for users */
  read(): Promise<{
    readonly bans: readonly (GameBan & { readonly id: string })[]
    readonly unreadable: number
  } | null>
}

interface BanListWorkerDeps {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'onPublish'>
  readonly server: string
  readonly source: BanListSource
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/** Reads the game's ban list every few minutes, and when a user asks. Returns the way to stop. */
export function startBanListWorker({ hub, server, source, clock, onFault }: BanListWorkerDeps): () => void {
  const watched = documentId(gameBans, server)
  let answered = hub.read(gameBans, server).askedAt
  let reported = ''
  let reading: Promise<void> | null = null
  let isStopped = false

  const look = async () => {
    const found = await readBans(source)
    const key = JSON.stringify(found.bans)
    const bans = key === reported ? null : found.bans
    await hub.execute('game log', reportGameBans.name, { server, place: source.place, ...found, bans })
    if (found.bans !== null) reported = key
  }
  const read = () => {
    answered = hub.read(gameBans, server).askedAt
    reading ??= look()
      .catch((error: unknown) => onFault("record the game's ban list", error))
      .finally(() => {
        reading = null
        if (!isStopped && hub.read(gameBans, server).askedAt !== answered) void read()
      })
    return reading
  }
  const unsubscribe = hub.onPublish((published) => {
    const isAsked = published.some(({ id }) => id === watched) && hub.read(gameBans, server).askedAt !== answered
    if (isAsked && reading === null) void read()
  })
  const stop = every(clock, () => source.everyMs, read)
  void read()
  return () => {
    isStopped = true
    unsubscribe()
    stop()
  }
}

/** What is reported of one look. The bans are null where they are as before. */
async function readBans(source: BanListSource) {
  try {
    const found = await source.read()
    if (found === null) return { state: 'absent' as const, why: null, bans: {}, unreadable: 0 }
    const bans = Object.fromEntries(found.bans.map(({ id, ...ban }) => [id, ban]))
    return { state: 'here' as const, why: null, bans, unreadable: found.unreadable }
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).slice(0, 1_000)
    return { state: 'failing' as const, why, bans: null, unreadable: 0 }
  }
}

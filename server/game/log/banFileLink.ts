import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import type { GameState } from '../../../shared/features/gameHost/gameHost.ts'
import type { Clock } from '../../engine/clock.ts'
import { ActionError, type ActionLink, type ActionOutcome, isHarmlessTwice } from '../actionLink.ts'
import { plainLine } from '../commandTemplates.ts'
import { type Folder, FolderError, type FolderErrorCode } from '../files/folder.ts'
import type { LinkState } from '../link.ts'
import { createLinkState } from '../linkState.ts'
import { BanFileError, largestBanFile } from './banFile.ts'
import { withoutBan } from './editBanFile.ts'

/** What says whether the game server is off; see `host/hostLink.ts`. */
interface HostSource {
  status(): { readonly link: Pick<LinkState, 'name'>; readonly reading: { readonly state: GameState | null } | null }
  onStatus(listener: () => void): () => void
  /** @throws where the host does not answer */
  lookNow(): Promise<{ readonly state: GameState | null }>
}

interface BanFileLinkOptions {
  readonly folder: Pick<Folder, 'name' | 'can' | 'stat' | 'read' | 'write' | 'remove'>
  /** Path of the list within the folder. */
  readonly path: string
  /** Null: no host reports whether the game server is off, so nothing is written and staff do it by hand. */
  readonly host: HostSource | null
  /** Whether the hub is signed in to the game. */
  isConnected(): boolean
  readonly clock: Clock
}

/**
 * Lifts bans in the game's own list, while the game server is off: a running game writes its list over any change. What was read before is
 * compared right before it is written, and read again afterwards. The folder is closed by its owner.
 */
export function createBanFileLink({ folder, path, host, isConnected, clock }: BanFileLinkOptions): ActionLink {
  const place = `${folder.name}/${path}`
  const board = createLinkState(clock, silent, place)
  let isClosed = false
  const look = () => {
    if (isClosed) return
    const { link, reading } = host?.status() ?? { link: { name: 'down' }, reading: null }
    // What a host said that does not answer any more is not how it is now.
    const state = link.name === 'up' ? (reading?.state ?? null) : null
    const isOff = state === 'offline' && !isConnected()
    // `refused` does not come up by itself: a delivery becomes manual at once.
    const name = isOff ? 'up' : host === null || state === 'running' ? 'refused' : 'down'
    board.set(name, isOff ? null : whyNot(state, isConnected()))
  }
  const stop = host?.onStatus(look) ?? (() => {})
  look()

  /** @returns why it must not be written now; null where the game server is off */
  const whyRunning = async (): Promise<string | null> => {
    const sight = await host?.lookNow().catch(() => null)
    look()
    return sight?.state === 'offline' && !isConnected() ? null : whyNot(sight?.state ?? null, isConnected())
  }
  const read = async (): Promise<Buffer | null> => {
    const entry = await folder.stat(path)
    if (entry === null) return null
    if (entry.kind !== 'file') throw new BanFileError(`${place} is a link or a folder, which is not opened.`)
    if (entry.size > largestBanFile)
      throw new BanFileError(`${place} has ${entry.size} bytes, more than the hub reads. Edit it by hand.`)
    return folder.read(path, { from: 0, length: largestBanFile })
  }
  /** Where a place cannot replace a file in one step, the former list is beside it until the new one is complete. */
  const replace = async (former: Buffer, next: Buffer) => {
    const aside = folder.can.replace === true ? null : `${path}.before`
    if (aside) await folder.write(aside, former)
    const failure = await folder.write(path, next).then(
      () => null,
      (error: FolderError) => error,
    )
    const found = await read().catch(() => null)
    if (found?.equals(next)) {
      if (aside) await folder.remove(aside).catch(() => {})
      return
    }
    // A write that was only not answered may still arrive.
    if (failure && found?.equals(former) && !openCodes.has(failure.code)) throw failure
    const kept = aside ? ` The former list is ${folder.name}/${aside}.` : ''
    throw new ActionError('lost', `${failure?.message ?? `${place} is not as it was written.`}${kept}`)
  }
  const lift = async (id: string, leaving: () => void): Promise<ActionOutcome> => {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const former = await read()
      const { bytes, removed } = former ? withoutBan(former, id) : nothing
      if (!former || removed === 0) return notListed
      const running = await whyRunning()
      if (running) throw new ActionError('notSent', running)
      // Another program may have changed it since.
      if (!(await read())?.equals(former)) continue
      leaving()
      await replace(former, bytes)
      const started = await whyRunning()
      if (started) throw new ActionError('lost', `The entry was removed, and meanwhile ${started}`)
      return lifted
    }
    return refused(`Another program changes ${place} again and again, so nothing was written. Edit it by hand.`)
  }

  return {
    name: 'banFile',
    state: board.state,
    onState: board.onState,
    concurrency: 1,
    can: (kind) => kind === 'unban',
    isHarmlessTwice,
    reportsDeparture: true,
    commandText: (action) => `Remove the entry with "steamId": "${idOf(action)}" from ${place} while the server is off`,
    async perform(action, leaving = () => {}) {
      const id = idOf(action)
      if (isClosed) throw new ActionError('notSent', 'the link is closed')
      return lift(id, leaving).catch(outcomeOf)
    },
    /** An entry that is still there shows that nothing happened, and it may be tried again. */
    async findOutcome(action) {
      const bytes = await read().catch((error: unknown) => {
        throw error instanceof FolderError ? new ActionError('notSent', error.message, { cause: error }) : error
      })
      const isListed = bytes !== null && withoutBan(bytes, idOf(action)).removed > 0
      return isListed || (await whyRunning()) ? null : lifted
    },
    async close() {
      isClosed = true
      stop()
      board.set('down', 'closed')
    },
  }
}

/** That it is down is how it should be: the game server runs. */
const silent = { info() {}, warn() {} }
const mostAttempts = 3
const nothing = { bytes: Buffer.alloc(0), removed: 0 }
const lifted: ActionOutcome = {
  state: 'confirmed',
  reply: "The entry is out of the game's ban list. The game reads it when it starts.",
  why: null,
}
const notListed: ActionOutcome = {
  state: 'confirmed',
  reply: "The game's ban list has no entry of this player.",
  why: null,
  changed: false,
}
const refused = (why: string): ActionOutcome => ({ state: 'refused', reply: null, why })

function whyNot(state: GameState | null, isConnected: boolean): string {
  if (isConnected || state === 'running' || state === 'starting')
    return 'the game server runs, and would write its ban list over any change. Stop it first'
  if (state === 'stopping') return 'the game server is still stopping'
  return "nothing shows whether the game server is off: its host doesn't say"
}

/** The place may still do it. */
const openCodes: ReadonlySet<FolderErrorCode> = new Set<FolderErrorCode>(['unreachable', 'timeout', 'closed'])

/** Of errors that come before anything is written, or after which the list is as before. */
function outcomeOf(error: unknown): ActionOutcome {
  if (error instanceof BanFileError) return refused(`${error.message} Nothing was written.`)
  if (!(error instanceof FolderError)) throw error
  if (openCodes.has(error.code)) throw new ActionError('notSent', error.message, { cause: error })
  return refused(`${error.message} The ban is still in the game's list.`)
}

function idOf({ target }: GameAction): string {
  if (target && /^(?:\d{15,20}|[0-9a-f]{32})$/i.test(target.id)) return target.id
  throw new ActionError('unsendable', `"${plainLine(target?.id ?? '')}" is not a player id: a SteamID64 has 17 digits.`)
}

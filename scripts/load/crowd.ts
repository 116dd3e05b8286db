import { changeMapSettings } from '../../shared/features/mapSettings/commands.ts'
import { answerParent } from '../bench/fanOutChild.ts'
import { createDownReader } from './downSummary.ts'
import { createHubClock, localNow } from './hubClock.ts'
import { createLedger } from './ledger.ts'
import { stampOf } from './stamp.ts'
import { openViewer, type Viewer } from './viewer.ts'

// One process of viewers: many of them, so that a few processes are a crowd.

export interface CrowdWish {
  readonly url: string
  readonly stampedFrom: number
  /** Of those who only look on. */
  readonly viewers: Group
  /** Of those who are signed in, watch positions and give commands. */
  readonly players: Group
  /** Each player gives a command this often; 0 for never. */
  readonly commandEveryMs: number
}
interface Group {
  readonly headers: Readonly<Record<string, string>>
  readonly watch: readonly string[]
  readonly stream: string | null
}
type GroupName = 'viewers' | 'players'

const ledger = createLedger()
const clock = createHubClock()
const readDown = createDownReader()
const present: Record<GroupName, Set<Viewer>> = { viewers: new Set(), players: new Set() }
let wish: CrowdWish | undefined
let isOver = false
/** The hub takes no more of us: who comes again would only be turned away again. */
let isHouseFull = false
let isGiving = false

/** Whoever lost the connection comes again, not all at once. */
const againAfterMs = () => 1_000 + Math.random() * 3_000

function open(name: GroupName) {
  if (!wish || isOver || isHouseFull) return
  const viewer = openViewer({
    ...{ url: wish.url, stampedFrom: wish.stampedFrom, ...wish[name], ledger, clock, readDown },
    ended(isFull) {
      present[name].delete(viewer)
      isHouseFull ||= isFull
      setTimeout(() => open(name), againAfterMs())
    },
  })
  present[name].add(viewer)
  // Each at moments of their own.
  if (name === 'players' && wish.commandEveryMs > 0) setTimeout(() => give(viewer), Math.random() * wish.commandEveryMs)
}

function give(player: Viewer) {
  if (!wish || isOver || !present.players.has(player)) return
  if (isGiving && player.isHere())
    player.command(changeMapSettings.name, { zoomLevel: stampOf(localNow(), wish.stampedFrom) })
  setTimeout(() => give(player), wish.commandEveryMs)
}

const here = (viewers: ReadonlySet<Viewer>) => [...viewers].filter((viewer) => viewer.isHere()).length

const answers = {
  begin(wanted: CrowdWish) {
    wish = wanted
  },
  grow({ viewers, players }: Record<GroupName, number>) {
    for (let opened = 0; opened < viewers; opened += 1) open('viewers')
    for (let opened = 0; opened < players; opened += 1) open('players')
  },
  /** Whether players give commands from now on. */
  giving(isWanted: boolean) {
    isGiving = isWanted
  },
  isHouseFull: () => isHouseFull,
  take() {
    for (const viewer of present.players) viewer.lookForLate()
    return ledger.take({ viewers: here(present.viewers), players: here(present.players) })
  },
  leave() {
    isOver = true
    for (const viewer of [...present.viewers, ...present.players]) viewer.leave()
  },
}
export type CrowdAnswers = typeof answers

answerParent(answers)

import { changeMapSettings } from '../../shared/features/mapSettings/commands.ts'
import { answerParent } from '../bench/childProcess.ts'
import { createHubClock, localNow, stampOf } from './clock.ts'
import { createRecorder } from './measurements.ts'
import { createDownReader } from './received.ts'
import { openViewer, type Viewer } from './viewer.ts'

// A child process with up to two thousand viewers.

export interface CrowdSettings {
  readonly url: string
  readonly stampedFrom: number
  /** Guests that only watch. */
  readonly viewers: Group
  /** Signed in: they watch positions and send commands. */
  readonly players: Group
  /** Interval of each player's commands; 0 for none. */
  readonly commandEveryMs: number
}
interface Group {
  readonly headers: Readonly<Record<string, string>>
  readonly watch: readonly string[]
  readonly stream: string | null
}
type GroupName = 'viewers' | 'players'

const recorder = createRecorder()
const clock = createHubClock()
const readDown = createDownReader()
const viewersOf: Record<GroupName, Set<Viewer>> = { viewers: new Set(), players: new Set() }
let settings: CrowdSettings | undefined
let isOver = false
/** The hub accepts no more connections of this machine: reconnecting is useless. */
let isHubFull = false
let sendsCommands = false

/** Random delay, so that lost connections do not all reconnect at once. */
const reconnectDelayMs = () => 1_000 + Math.random() * 3_000

function open(name: GroupName) {
  if (!settings || isOver || isHubFull) return
  const viewer = openViewer({
    url: settings.url,
    stampedFrom: settings.stampedFrom,
    ...settings[name],
    recorder,
    clock,
    readDown,
    ended(noneAccepted) {
      viewersOf[name].delete(viewer)
      isHubFull ||= noneAccepted
      setTimeout(() => open(name), reconnectDelayMs())
    },
  })
  viewersOf[name].add(viewer)
  // With a random phase for each player.
  if (name === 'players' && settings.commandEveryMs > 0)
    setTimeout(() => sendCommand(viewer), Math.random() * settings.commandEveryMs)
}

function sendCommand(player: Viewer) {
  if (!settings || isOver || !viewersOf.players.has(player)) return
  if (sendsCommands && player.isOpen())
    player.command(changeMapSettings.name, { zoomLevel: stampOf(localNow(), settings.stampedFrom) })
  setTimeout(() => sendCommand(player), settings.commandEveryMs)
}

const countOpen = (viewers: ReadonlySet<Viewer>) => [...viewers].filter((viewer) => viewer.isOpen()).length

const answers = {
  start(given: CrowdSettings) {
    settings = given
  },
  grow({ viewers, players }: Record<GroupName, number>) {
    for (let opened = 0; opened < viewers; opened += 1) open('viewers')
    for (let opened = 0; opened < players; opened += 1) open('players')
  },
  /** Starts or stops the commands of players. */
  sendCommands(isOn: boolean) {
    sendsCommands = isOn
  },
  isHubFull: () => isHubFull,
  take() {
    for (const viewer of viewersOf.players) viewer.expireCalls()
    return recorder.take({ viewers: countOpen(viewersOf.viewers), players: countOpen(viewersOf.players) })
  },
  leave() {
    isOver = true
    for (const viewer of [...viewersOf.viewers, ...viewersOf.players]) viewer.leave()
  },
}
export type CrowdAnswers = typeof answers

answerParent(answers)

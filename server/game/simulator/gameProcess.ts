import type { Clock } from '../../engine/clock.ts'
import type { PanelGame, PowerSignal } from './panelHost.ts'
import { enter, isOnline, leave } from './players.ts'
import { mayEnter } from './step.ts'
import type { Player, World } from './world.ts'

interface GameProcessOptions {
  readonly world: World
  readonly clock: Clock
  /** Ms from the signal until the game server is off, and from its start until it answers. */
  readonly stopMs?: number
  readonly startMs?: number
  /** Closes its ports and its log. */
  close(): Promise<void>
  /** Begins a new log and opens the same ports again. */
  open(): Promise<void>
}

/** Players who reconnect within one step after a restart, and ms between two steps. */
const perStep = 4
const stepMs = 250

/** The process of the simulated game server: it stops and starts when its host says so, and its players come back. */
export function createGameProcess(options: GameProcessOptions) {
  const { world, clock, stopMs = 1_500, startMs = 2_500 } = options
  const faults = { /** Stops on a restart and does not start again. */ staysOff: false }
  let state: ReturnType<PanelGame['state']> = 'running'
  let startedAt = clock.monotonic()
  let work: Promise<void> = Promise.resolve()
  let isClosed = false
  let cancel = () => {}
  const lines: string[] = []

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      cancel = clock.after(ms, resolve)
    })
  /** The dinosaurs of those who come back are still there, and nobody sees them meanwhile. */
  const disconnectAll = () => {
    const connected = world.online()
    for (const player of connected) {
      leave(world, player)
      player.rowUntil = 0
    }
    return connected
  }
  const reconnect = (players: readonly Player[]) => {
    if (isClosed || state !== 'running' || players.length === 0) return
    for (const player of players.slice(0, perStep))
      if (!isOnline(player) && mayEnter(world, player.id)) enter(world, player)
    cancel = clock.after(stepMs, () => reconnect(players.slice(perStep)))
  }
  let returning: readonly Player[] = []
  const stop = async (isKilled: boolean) => {
    if (state !== 'running') return
    state = 'stopping'
    cancel()
    returning = disconnectAll()
    await options.close()
    if (!isKilled) await pause(stopMs)
    state = 'offline'
  }
  const start = async () => {
    if (state !== 'offline') return
    state = 'starting'
    startedAt = clock.monotonic()
    await pause(startMs)
    if (isClosed) return
    world.startedAtMs = world.elapsedMs
    await options.open()
    state = 'running'
    reconnect(returning)
  }
  const act = async (signal: PowerSignal) => {
    if (isClosed) return
    if (signal !== 'start') await stop(signal === 'kill')
    if (signal === 'start' || (signal === 'restart' && !faults.staysOff)) await start()
  }
  return {
    state: () => state,
    power(signal: PowerSignal) {
      work = work.then(() => act(signal))
      work.catch(() => {})
    },
    command: (line: string) => void lines.push(line),
    uptimeMs: () => (state === 'offline' ? 0 : Math.max(1, clock.monotonic() - startedAt)),
    faults,
    /** Lines that its console received. The game reads none. */
    lines: lines as readonly string[],
    /** Whether it moves on. */
    isRunning: () => state === 'running',
    close() {
      isClosed = true
      cancel()
    },
  }
}
export type GameProcess = ReturnType<typeof createGameProcess> & PanelGame

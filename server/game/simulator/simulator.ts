import { gatewayFrame, metresPerUnit, type Point, toGame } from '../../../shared/features/world/frame.ts'
import { type Clock, systemClock } from '../../engine/clock.ts'
import type { LogShape } from '../log/encodeLine.ts'
import { createWorld } from './createWorld.ts'
import type { Format } from './encodeReplies.ts'
import { type Faults, noFaults } from './faults.ts'
import type { Game } from './game.ts'
import { type GameLog, startGameLog } from './gameLog.ts'
import { createGameProcess, type GameProcess } from './gameProcess.ts'
import { type Listener, listenOn } from './listener.ts'
import { startBridgeServer } from './mod/bridgeServer.ts'
import { type BridgePlace, type RunningBridge, startBridgeMod } from './mod/commandBridgeServers.ts'
import type { ModRunnerOptions } from './mod/modRunner.ts'
import { type ModServer, startSourceServer } from './mod/sourceServer.ts'
import { createRandom } from './random.ts'
import { createRequestLog, type LoggedRequest, serveClient } from './serveClient.ts'
import type { Settings } from './settings.ts'
import { step } from './step.ts'
import type { Terrain, World } from './world.ts'

export interface SimulatorOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly host?: string
  readonly password: string
  readonly players: number
  readonly maxPlayers?: number
  readonly seed: number
  readonly format?: Format
  readonly terrain: Terrain
  /** Map units to game centimetres; Gateway's frame by default. */
  readonly toGame?: (place: Point) => Point
  readonly clock?: Clock
  /** Minute of the game's day at the start. */
  readonly startMinute?: number
  readonly settings?: Partial<Omit<Settings, 'maxPlayers'>>
  /** Some names contain commas, which makes the link warn. False by default. */
  readonly hasCommaNames?: boolean
  /** False hides time of day, uptime and version, as the game itself does. */
  readonly tellsMore?: boolean
  /** True stops the clock: the caller moves the world with `step(world, ms)`. */
  readonly isPaused?: boolean
  /** True: the dinosaurs spread for two minutes, then stand still while time and commands go on, until `world.isFrozen` is false. */
  readonly isFrozen?: boolean
  /** Starts a command mod over Source RCON; port 0 takes any free port. */
  readonly source?: { readonly port: number; readonly password: string }
  /** Starts a command mod over an HTTP bridge; without a token every request is allowed. */
  readonly bridge?: { readonly port: number; readonly token: string | null }
  /** Runs a CommandBridge mod that takes its commands there. */
  readonly commandBridge?: BridgePlace & { readonly pollMs?: number }
  /** Ms from a signal of its host until it is off, and from its start until it answers. */
  readonly power?: { readonly stopMs?: number; readonly startMs?: number }
  /** Writes the game's log into this folder. */
  readonly logs?: { readonly folder: string; readonly shape?: LogShape; readonly chatEveryMs?: number }
}

export interface Simulator {
  readonly port: number
  readonly password: string
  readonly world: World
  readonly faults: Faults
  /** Every request in order of arrival. */
  readonly log: readonly LoggedRequest[]
  readonly source: ModServer | null
  readonly bridge: ModServer | null
  readonly commandBridge: RunningBridge | null
  /** The log that it writes; after a restart another one. */
  readonly gameLog: GameLog | null
  /** Stops and starts it, for its host. */
  readonly process: GameProcess
  connections(): number
  close(): Promise<void>
}

const TICK_MS = 250
const SPREADING_MS = 120_000
/** The longest step, so that the world does not jump after the machine slept. */
const LONGEST_STEP_MS = 5_000

/** A simulated game server: a real port, the real protocol, and a world that develops from a seed. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1', clock = systemClock, seed, password } = options
  const game = createGame(options)
  const log = createRequestLog(clock)
  const noise = createRandom(seed + 1)
  let listener: Listener
  const faults: Faults = {
    ...noFaults(),
    cut: () => listener.cut(),
    restore: () => listener.restore(),
    drop: () => listener.drop(),
  }
  const context = { game, faults, password, clock, log, noise }
  listener = await listenOn(host, options.port, (socket) => serveClient(socket, context))
  const modServers = await startModServers(options, { game, clock, noise }).catch(async (error: unknown) => {
    await listener.cut()
    throw error
  })
  const { logs } = options
  const chatRandom = createRandom(seed + 2)
  const openLog = async () =>
    logs ? startGameLog({ game, clock, random: chatRandom, shape: shapeOf(game.format), ...logs }) : null
  let gameLog = await openLog()
  const process = createGameProcess({
    world: game.world,
    clock,
    ...options.power,
    async close() {
      modServers.commandBridge?.pause(true)
      await Promise.all([listener.cut(), modServers.source?.faults.cut(), modServers.bridge?.faults.cut()])
      await gameLog?.close()
    },
    async open() {
      modServers.commandBridge?.pause(false)
      gameLog = await openLog()
      await Promise.all([listener.restore(), modServers.source?.faults.restore(), modServers.bridge?.faults.restore()])
    },
  })
  const stop = options.isPaused ? () => {} : run(game.world, clock, process.isRunning)

  return {
    port: listener.port,
    password,
    world: game.world,
    faults,
    log: log.entries,
    ...modServers,
    get gameLog() {
      return gameLog
    },
    process,
    connections: listener.connections,
    async close() {
      stop()
      const isOpen = process.isRunning()
      process.close()
      const { source, bridge, commandBridge } = modServers
      await Promise.all([listener.cut(), source?.close(), bridge?.close(), commandBridge?.close()])
      if (isOpen) await gameLog?.close()
    },
  }
}

/** Builds before 2026 write the local time alone. */
const shapeOf = (format: Format): LogShape => (format === '2025' ? 'bracketed' : 'unreal')

/** Starts the command mods, which support actions that the game's own RCON lacks. */
async function startModServers(options: SimulatorOptions, world: ModRunnerOptions) {
  const { host = '127.0.0.1', seed, source, bridge, commandBridge: place } = options
  const opened: { close(): Promise<void> }[] = []
  const noted = <T extends { close(): Promise<void> }>(server: T): T => {
    opened.push(server)
    return server
  }
  try {
    return {
      source: source ? noted(await startSourceServer({ host, ...source }, world)) : null,
      bridge: bridge ? noted(await startBridgeServer({ host, ...bridge }, world)) : null,
      commandBridge: place ? await startBridgeMod(place, { ...world, noise: createRandom(seed + 3) }) : null,
    }
  } catch (error) {
    for (const server of opened) await server.close()
    throw error
  }
}

function createGame(options: SimulatorOptions): Game {
  const { players, seed, terrain, startMinute = 8 * 60, settings, hasCommaNames = false, isFrozen = false } = options
  const maxPlayers = options.maxPlayers ?? Math.max(300, players)
  if (players > maxPlayers)
    throw new RangeError(`${players} players do not fit on a server for ${maxPlayers}: ask for fewer, or allow more.`)
  const world = createWorld({
    players,
    seed,
    terrain,
    startMinute,
    metresPerUnit: metresPerUnit(gatewayFrame),
    settings: { ...settings, maxPlayers },
    hasCommaNames,
  })
  // Herds enter on one spot each, so they have to spread first.
  if (isFrozen) step(world, SPREADING_MS)
  world.isFrozen = isFrozen
  return {
    world,
    format: options.format ?? '2026',
    toGame: options.toGame ?? ((place) => toGame(gatewayFrame, place)),
    tellsMore: options.tellsMore ?? true,
  }
}

/** Steps the world with the clock while the game server runs. Returns the function that stops it. */
function run(world: World, clock: Clock, isRunning: () => boolean): () => void {
  let last = clock.monotonic()
  let callOff = () => {}
  const tick = () => {
    const now = clock.monotonic()
    if (isRunning()) step(world, Math.max(0, Math.min(LONGEST_STEP_MS, now - last)))
    last = now
    callOff = clock.after(TICK_MS, tick)
  }
  tick()
  return () => callOff()
}

import { species } from '../../../../shared/features/world/species.ts'
import type { Clock } from '../../../engine/clock.ts'
import type { Animal } from '../animal.ts'
import { isAlive } from '../animal.ts'
import type { Game } from '../game.ts'
import { die, isOnline, leave, spawnAs, wantBack } from '../players.ts'
import type { Random } from '../random.ts'
import { type Player, weathers } from '../world.ts'

/**
 * Faults of a command. `unheard`: fetched, and lost before it is carried out. `silent`: carried out, and its answer lost. `half`: half an
 * answer. `garbage`: bytes in place of the answer. `twice`: two answers. `idle`: says ok and does nothing. `foreign`: lines of others, and
 * answers of long ago, around its own.
 */
export const bridgeFaults = ['unheard', 'silent', 'half', 'garbage', 'twice', 'idle', 'foreign'] as const
export type BridgeFault = (typeof bridgeFaults)[number]

export interface BridgeFaults {
  /** False: the game server is up, and the mod does not run. */
  isRunning: boolean
  /** Ms that each command waits in the mod before it is carried out. */
  delay: number
  /** The faults of the next commands, in order. `ping` has none. */
  next: BridgeFault[]
  /** The share of the other commands, 0 to 1, that get a random fault. */
  share: number
  /** So many of the next fetches over HTTP are made twice, and both answers are carried out. */
  repeatNext: number
  /** So many of the next fetches over HTTP lose their answer on the way. */
  loseNext: number
}

interface BridgeRun {
  readonly id: string
  readonly at: number
  readonly verb: string
  readonly steam: string
  /** Whether the world was changed, whatever the answer. */
  readonly isDone: boolean
}

export interface BridgeMod {
  readonly faults: BridgeFaults
  /** Commands other than `ping`, in order of arrival, without the oldest. */
  readonly log: readonly BridgeRun[]
  /** What was stored, by player and name. */
  readonly stored: ReadonlyMap<string, StoredAnimal>
  /** Carries out the lines of a file or of an answer. @returns lines for results.ndjson, each with its end where it has one */
  run(body: string): readonly string[]
}

export interface BridgeModOptions {
  readonly game: Game
  readonly clock: Clock
  /** For faults; apart from the world's own. */
  readonly noise: Random
}

type StoredAnimal = Pick<Animal, 'species' | 'growth' | 'hunger' | 'thirst' | 'stamina' | 'mutations' | 'skin'>

interface Said {
  readonly ok: boolean
  readonly msg: string
}
/** @throws Said, a refusal */
type Act = (target: { readonly player: Player; readonly animal: Animal }, line: string) => string

const mostRuns = 50_000

/** A CommandBridge mod, as the public ones: it reads lines by patterns, knows no escapes, and has no memory of ids. */
export function createBridgeMod({ game, clock, noise }: BridgeModOptions): BridgeMod {
  const log: BridgeRun[] = []
  const stored = new Map<string, StoredAnimal>()
  const verbs = { ...bodyVerbs(game), ...storageVerbs(game, stored) }
  const faults: BridgeFaults = { isRunning: true, delay: 0, next: [], share: 0, repeatNext: 0, loseNext: 0 }
  const befall = () =>
    faults.next.shift() ?? (faults.share > 0 && noise.chance(faults.share) ? noise.pick(bridgeFaults) : null)

  const carryOut = (verb: string, steam: string, line: string): Said => {
    const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    const ofWorld = Object.hasOwn(worldVerbs, verb) ? worldVerbs[verb] : undefined
    if (ofWorld) return said(() => ofWorld(game, line))
    if (!act) return { ok: false, msg: `unknown verb: ${verb}` }
    const player = game.world.players.find(({ id }) => id === steam)
    if (!player || !isOnline(player)) return { ok: false, msg: 'player not online' }
    const { animal } = player
    if (bodiless.has(verb)) return said(() => act({ player, animal: animal as Animal }, line))
    if (!animal || player.presence !== 'playing' || !isAlive(animal)) return { ok: false, msg: 'player has no pawn' }
    return said(() => act({ player, animal }, line))
  }
  const runLine = (line: string): string[] => {
    const [id, verb, steam = ''] = ['id', 'verb', 'steam'].map((name) => textIn(line, name))
    if (id === undefined || verb === undefined) return []
    const answer = (said: Said, more: object = {}) =>
      `${JSON.stringify({ id, ts: Math.floor(clock.now() / 1_000), verb, steam, ...said, ...more })}\n`
    if (verb === 'ping')
      return [answer({ ok: true, msg: 'pong' }, { verbs: ['ping', ...Object.keys(worldVerbs), ...Object.keys(verbs)] })]
    const fault = befall()
    const said = fault === 'unheard' || fault === 'idle' ? { ok: true, msg: 'ok' } : carryOut(verb, steam, line)
    log.push({ id, at: clock.now(), verb, steam, isDone: said.ok && fault !== 'unheard' && fault !== 'idle' })
    if (log.length > mostRuns) log.splice(0, mostRuns / 10)
    const passedOn = routed[verb]
    const own = passedOn && said.ok ? answer(said, { source: passedOn }) : answer(said)
    const lines = passedOn && said.ok ? [answer({ ok: true, msg: 'queued' }), own] : [own]
    return spoilt(fault, lines, noise)
  }
  return {
    faults,
    log,
    stored,
    run: (body) => body.split(/[\r\n]+/).flatMap((line) => (line === '' ? [] : runLine(line))),
  }
}

function spoilt(fault: BridgeFault | null, lines: string[], noise: Random): string[] {
  const [first = ''] = lines
  if (fault === 'unheard' || fault === 'silent') return []
  if (fault === 'half') return [`${first.slice(0, first.length / 2)}\n`]
  if (fault === 'garbage')
    return [`${String.fromCodePoint(...Array.from({ length: 40 }, () => 32 + Math.floor(noise() * 400)))}\n`]
  if (fault === 'twice') return [...lines, ...lines]
  if (fault === 'foreign')
    return ['{"id":"other-7","ok":false,"msg":"not yours"}\n', '\u0000\u0001 no line\n', ...lines, '[]\n']
  return lines
}

/** Answered by another mod: the bridge says only that it passed them on. */
const routed: Readonly<Record<string, string>> = {
  skin_apply: 'SkinStudio',
  dino_store: 'DinoStorage',
  dino_redeem: 'DinoStorage',
}
/** They need a player, and no dinosaur. */
const bodiless: ReadonlySet<string> = new Set(['notify', 'kick', 'spawn'])

function said(act: () => string): Said {
  try {
    return { ok: true, msg: act() }
  } catch (error) {
    return { ok: false, msg: (error as Error).message }
  }
}

/** Verbs for the whole server. */
const worldVerbs: Readonly<Record<string, (game: Game, line: string) => string>> = {
  broadcast({ world }, line) {
    world.announcements.push(textIn(line, 'message') ?? '')
    return 'broadcast sent'
  },
  weather({ world }, line) {
    const wanted = textIn(line, 'value') ?? ''
    const weather = weathers.find((one) => one === wanted)
    if (!weather) throw new Error(`unknown weather: ${wanted}`)
    world.weather = weather
    return `weather set to ${weather}`
  },
}

const textIn = (line: string, name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(line)?.[1]
const numberIn = (line: string, name: string) => {
  const found = new RegExp(`"${name}"\\s*:\\s*(-?\\d+\\.?\\d*)`).exec(line)?.[1]
  if (found === undefined) throw new Error(name.length === 1 ? 'missing x/y/z' : `missing ${name}`)
  return Number(found)
}
const listIn = (line: string) =>
  [...(/"args"\s*:\s*\[([^\]]*)\]/.exec(line)?.[1] ?? '').matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? '')

/** Verbs that change a dinosaur, or tell its player something. */
function bodyVerbs(game: Game): Record<string, Act> {
  return {
    kill({ player, animal }) {
      animal.health = 0
      die(game.world, player)
      return 'killed'
    },
    heal({ animal }) {
      animal.health = 1
      return 'healed'
    },
    teleport({ animal }, line) {
      const place = unitsOf(game, { x: numberIn(line, 'x'), y: numberIn(line, 'y') })
      numberIn(line, 'z')
      Object.assign(animal, { ...place, altitude: 0, goal: null, speed: 0 })
      return 'teleported'
    },
    setgrowth({ animal }, line) {
      animal.growth = Math.max(0, Math.min(1, numberIn(line, 'value')))
      return `growth set to ${animal.growth.toFixed(4)}`
    },
    setvital({ animal }, line) {
      const name = textIn(line, 'name') ?? ''
      if (!vitals.some((one) => one === name)) throw new Error(`unknown vital: ${name}`)
      Object.assign(animal, { [name]: Math.max(0, Math.min(1, numberIn(line, 'value'))) })
      return `${name} set`
    },
    mutations({ animal }, line) {
      const slots = ['slot', 'parent'].flatMap((name) => [1, 2, 3, 4].map((slot) => textIn(line, `${name}${slot}`)))
      const free = animal.mutations.filter((one) => !slots.includes(one))
      // The game's list has no gaps: what is not written keeps its order behind what is.
      animal.mutations = [...new Set([...slots.filter((one) => one !== undefined), ...free])].slice(0, mostMutations)
      return `wrote ${slots.filter((one) => one !== undefined).length} mutation slots`
    },
    skin_apply({ animal }, line) {
      animal.skin = listIn(line).join(' ')
      return 'skin applied'
    },
    notify: ({ player }, line) => {
      player.notices.push(textIn(line, 'message') ?? '')
      return 'notified'
    },
    kick({ player }) {
      leave(game.world, player)
      return `kicked ${player.name}`
    },
    spawn({ player }, line) {
      const wanted = textIn(line, 'species') ?? ''
      const kind = Object.hasOwn(species, wanted) ? species[wanted] : undefined
      if (!kind) throw new Error(`unknown species: ${wanted}`)
      spawnAs(game.world, player, kind, newborn)
      return `spawned as ${kind.name}`
    },
  }
}

const vitals = ['health', 'stamina', 'hunger', 'thirst'] as const
/** As many as the game reports: its own, inherited and elder ones. */
const mostMutations = 16
const newborn = 0.25

/** Storing captures a dinosaur and sets its health to 0; redeeming makes a juvenile of the same species into it. */
function storageVerbs(game: Game, stored: Map<string, StoredAnimal>): Record<string, Act> {
  const keyOf = ({ id }: Player, line: string) => `${id} ${listIn(line).join(' ')}`
  return {
    dino_store({ player, animal }, line) {
      const { species, growth, hunger, thirst, stamina, mutations, skin } = animal
      stored.set(keyOf(player, line), { species, growth, hunger, thirst, stamina, mutations, skin })
      animal.health = 0
      die(game.world, player)
      wantBack(game.world, player, species)
      return 'stored'
    },
    dino_redeem({ player, animal }, line) {
      const key = keyOf(player, line)
      const kept = stored.get(key)
      if (!kept) throw new Error('no such stored dino')
      if (kept.species !== animal.species) throw new Error(`species mismatch: ${kept.species.name} wanted`)
      if (animal.growth > juvenile) throw new Error('player is not a juvenile')
      stored.delete(key)
      Object.assign(animal, kept)
      return 'redeemed'
    },
  }
}

const juvenile = 0.35

/** Game centimetres to map units: the inverse of `toGame`, which is linear. */
function unitsOf({ toGame }: Game, place: { readonly x: number; readonly y: number }) {
  const [origin, right, down] = [toGame({ x: 0, y: 0 }), toGame({ x: 1, y: 0 }), toGame({ x: 0, y: 1 })]
  const [ax, ay] = [right.x - origin.x, right.y - origin.y]
  const [bx, by] = [down.x - origin.x, down.y - origin.y]
  const [px, py] = [place.x - origin.x, place.y - origin.y]
  const determinant = ax * by - ay * bx
  return { x: (px * by - py * bx) / determinant, y: (ax * py - ay * px) / determinant }
}

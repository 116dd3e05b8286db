import type { Point } from '../../../shared/features/world/frame.ts'
import type { GameAnimal, ServerDetails } from '../link.ts'
import type { Animal } from './animal.ts'
import type { Format } from './encodeReplies.ts'
import type { Player, World } from './world.ts'

/** A world and the format of its server's replies. */
export interface Game {
  readonly world: World
  readonly format: Format
  /** Map units to game centimetres. */
  toGame(place: Point): Point
  /** Whether serverdetails has time of day, uptime and version, as some hosts' mods do. */
  readonly tellsMore: boolean
}

const VERSION = 'simulator 1'
/** The server's time at the start of a world, fixed so that replies are deterministic. */
const BEGINNING = Date.UTC(2026, 3, 1, 12)

export const gameTime = ({ world }: Game): number => BEGINNING + world.elapsedMs

/** The rows of getplayerdata: without players who are choosing, with the dead and some who have left. */
export const animalsOf = (game: Game): GameAnimal[] => game.world.reported().map((player) => animalOf(game, player))

function animalOf(game: Game, { id, name, animal }: Player & { animal: Animal }): GameAnimal {
  const { species, gender, growth, health, stamina, hunger, thirst, mutations, primeElder } = animal
  const location = { ...game.toGame(animal), z: heightOf(game.world, animal) * 100 }
  const vitals = { growth, health, stamina, hunger, thirst }
  return { id, name, species: species.name, gender, ...vitals, location, mutations, primeElder }
}

/** Metres above the sea: swimmers at the surface, flyers above the ground or the water. */
function heightOf({ terrain }: World, animal: Animal): number {
  const { x, y } = animal
  const bed = terrain.elevation(x, y)
  return animal.species.habit === 'land' ? bed : bed + terrain.depth(x, y) + animal.altitude
}

export function detailsOf({ world, tellsMore }: Game): ServerDetails {
  const { settings } = world
  return {
    name: settings.name,
    map: settings.map,
    maxPlayers: settings.maxPlayers,
    currentPlayers: world.online().length,
    dayLengthMinutes: settings.dayLengths.day,
    nightLengthMinutes: settings.dayLengths.night,
    hasPassword: settings.joinPassword !== '',
    flags: settings.flags,
    timeOfDayMinutes: tellsMore ? Number(world.timeOfDay().toFixed(2)) : null,
    uptimeSeconds: tellsMore ? Math.floor((world.elapsedMs - world.startedAtMs) / 1000) : null,
    version: tellsMore ? VERSION : null,
  }
}

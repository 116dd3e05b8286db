import { type Animal, isAlive } from '../animal.ts'
import type { Game } from '../game.ts'
import { die, isOnline, leave } from '../players.ts'
import type { Player, World } from '../world.ts'

export interface Said {
  readonly isDone: boolean
  readonly text: string
}

/** The commands of a mod beyond the game's own RCON. */
type Power = (world: World, command: TypedCommand) => Said

const done = (text: string): Said => ({ isDone: true, text })
const refused = (text: string): Said => ({ isDone: false, text })

const withPlayer =
  (use: (world: World, player: Player, command: TypedCommand) => Said): Power =>
  (world, command) => {
    const [id] = command.args
    const player = world.players.find((one) => one.id === id && isOnline(one))
    return player ? use(world, player, command) : refused(`Player ${id} not found`)
  }

const withAnimal = (use: (world: World, player: Player & { animal: Animal }, command: TypedCommand) => Said): Power =>
  withPlayer((world, player, command) => {
    const { animal } = player
    if (!animal || player.presence !== 'playing' || !isAlive(animal))
      return refused(`Failed: ${player.name} has no living dinosaur`)
    return use(world, { ...player, animal }, command)
  })

const throwOut = (how: string) =>
  withPlayer((world, player) => {
    leave(world, player)
    return done(`${how} ${player.name}`)
  })

const powers: Readonly<Record<string, Power>> = {
  slay: withAnimal((world, { id, animal, name }) => {
    animal.health = 0
    const player = world.players.find((one) => one.id === id)
    if (player) die(world, player)
    return done(`Slain ${name}`)
  }),
  heal: withAnimal((_, { animal, name }) => {
    Object.assign(animal, { health: 1, stamina: 1, hunger: 1, thirst: 1 })
    return done(`Healed ${name}`)
  }),
  grow: withAnimal((_, { animal, name }, { args }) => {
    const growth = Number(args[1])
    if (!(growth > 0 && growth <= 1)) return refused('Usage: grow ID GROWTH, above 0 and up to 1')
    animal.growth = growth
    return done(`Grown ${name} to ${growth}`)
  }),
  teleport: withAnimal((world, { animal, name }, { args }) => {
    const other = world.players.find(({ id }) => id === args[1])
    if (!other?.animal || !isOnline(other)) return refused(`Player ${args[1]} not found`)
    Object.assign(animal, { x: other.animal.x, y: other.animal.y, altitude: 0, goal: null, speed: 0 })
    return done(`Teleported ${name} to ${other.name}`)
  }),
  kick: throwOut('Kicked'),
  ban(world, { args: [id = '', minutes] }) {
    if (!/^\d{17}$/.test(id) || !/^\d+$/.test(minutes ?? '')) return refused('Usage: ban ID MINUTES REASON')
    world.bans.set(id, minutes === '0' ? Number.POSITIVE_INFINITY : world.elapsedMs + Number(minutes) * 60_000)
    const player = world.players.find((one) => one.id === id && isOnline(one))
    if (player) leave(world, player)
    return done(`Banned ${id}`)
  },
  unban(world, { args: [id = ''] }) {
    if (!world.bans.delete(id)) return refused(`Ban of ${id} not found`)
    world.onEvent({ kind: 'unban', id })
    return done(`Unbanned ${id}`)
  },
  message: withPlayer((_, { name }, command) => done(`Told ${name}: ${command.from(1)}`)),
  broadcast(world, command) {
    world.announcements.push(command.from(0))
    return done('Broadcast sent')
  },
  players: (world) =>
    done(
      world
        .online()
        .map(({ id, name }) => `${id} ${name}`)
        .join('\n'),
    ),
}

/** Runs a command line as a command mod does. */
export function runModCommands({ world }: Game, line: string): Said {
  const said = readCommandLine(line).map((command): Said => {
    const power = Object.hasOwn(powers, command.name) ? powers[command.name] : undefined
    return power ? power(world, command) : refused(`Unknown command "${command.name}"`)
  })
  return {
    isDone: said.length > 0 && said.every(({ isDone }) => isDone),
    text: said.map(({ text }) => text).join('\n'),
  }
}

interface TypedCommand {
  readonly name: string
  readonly args: readonly string[]
  /** The text from that word on. */
  from(index: number): string
}

/** Splits a line into commands as a console does: at semicolons and line breaks outside quotes. */
export const readCommandLine = (line: string): TypedCommand[] => splitCommands(line).flatMap(readCommand)

function splitCommands(line: string): string[] {
  const commands = ['']
  let isQuoted = false
  for (const sign of line) {
    const isEnd = /[\r\n\0]/.test(sign) || (sign === ';' && !isQuoted)
    if (isEnd) isQuoted = false
    else if (sign === '"') isQuoted = !isQuoted
    if (isEnd) commands.push('')
    else commands.push(`${commands.pop()}${sign}`)
  }
  return commands
}

const quotedOrBare = /"([^"]*)"?|([^\s"]+)/g

function readCommand(text: string): TypedCommand[] {
  const [first, ...tokens] = [...text.matchAll(quotedOrBare)]
  if (!first) return []
  const argumentIn = ([, quoted, bare]: RegExpExecArray) => quoted ?? bare ?? ''
  return [
    {
      name: argumentIn(first).toLowerCase(),
      args: tokens.map(argumentIn),
      from(index) {
        const token = tokens[index]
        if (!token) return ''
        return index === tokens.length - 1 ? argumentIn(token) : text.slice(token.index).trim()
      },
    },
  ]
}

import type { Clock } from '../../engine/clock.ts'
import type { GameAnimal } from '../link.ts'
import { answers } from '../simulator/answers.ts'
import { encodePlayerData, encodePlayerList } from '../simulator/encodeReplies.ts'
import { animalsOf, type Game, gameTime } from '../simulator/game.ts'
import { readFrames } from '../simulator/serveClient.ts'

/** The client's end of one connection. */
export interface HostileWire {
  send(bytes: Buffer): void
  close(): void
}
type Request = ReturnType<typeof readFrames>[number]
type Command = Extract<Request, { type: 'command' }>

interface Talk {
  readonly wire: HostileWire
  readonly clock: Pick<Clock, 'after'>
  readonly game: Game
  /** The reply of an honest server; '' where it gives none. */
  readonly honest: string
  readonly command: Command['command']
  /** The honest reply to the request before. */
  readonly before: string
}

/** How a mode answers a command, and the login. What is left out is as an honest server does it. */
interface Mode {
  readonly about: string
  onOpen?(talk: Pick<Talk, 'wire' | 'clock'>): void
  onLogin?(talk: Pick<Talk, 'wire' | 'clock'>): void
  onCommand?(talk: Talk): void
}

const accepted = 'Password Accepted'
const text = ({ wire }: Pick<Talk, 'wire'>, reply: string) => {
  if (reply !== '') wire.send(Buffer.from(reply))
}
/** Sends a part after the other. */
function inParts({ wire, clock }: Pick<Talk, 'wire' | 'clock'>, parts: readonly Buffer[], ms: number) {
  parts.forEach((part, i) => void clock.after(i * ms, () => wire.send(part)))
}
const garbage = Buffer.from(Array.from({ length: 200 }, (_, i) => (i * 167 + 31) % 256))
const stamp = '[2026.04.01-12.00.00] '

/** Replaces the names or rows of the honest replies. */
const withAnimals =
  (change: (animal: GameAnimal, index: number) => GameAnimal) =>
  (talk: Talk): void => {
    const { game, command, honest } = talk
    const animals = animalsOf(game).map(change)
    const names = new Map(animals.map(({ id, name }) => [id, name]))
    const listed = game.world.online().map(({ id, name }) => ({ id, name: names.get(id) ?? name }))
    if (command === 'playerlist') text(talk, encodePlayerList(listed))
    else if (command === 'getplayerdata') text(talk, encodePlayerData(animals, '2026', gameTime(game)))
    else text(talk, honest)
  }
const named = (nameOf: (name: string | null, index: number) => string) =>
  withAnimals((animal, index) => ({ ...animal, name: nameOf(animal.name, index) }))

/** An id that no player of any mode has: whatever is read about it is forged. */
export const forgedId = '76561198999999999'
const forgedRow = `Name: Forged, PlayerID: ${forgedId}, Location: X=1 Y=2 Z=3, Class: Rex, Growth: 1, Health: 1, Stamina: 1, Hunger: 1, Thirst: 1`

const rewritten = (rewrite: (honest: string) => string) => (talk: Talk) => text(talk, rewrite(talk.honest))

export const modes = {
  normal: { about: 'an honest server' },
  silent: { about: 'accepts the login and answers nothing', onCommand() {} },
  mute: { about: 'accepts the connection and says nothing', onLogin() {} },
  closesAtOnce: { about: 'a proxy without a server: closes each connection', onOpen: ({ wire }) => wire.close() },
  closesAtLogin: { about: 'closes instead of answering the login', onLogin: ({ wire }) => wire.close() },
  refuses: { about: 'refuses the password', onLogin: (talk) => text(talk, 'Incorrect Password') },
  closes: { about: 'closes at the first command', onCommand: ({ wire }) => wire.close() },
  closesAfter: {
    about: 'closes after each reply',
    onCommand(talk) {
      text(talk, talk.honest)
      talk.clock.after(2_000, talk.wire.close)
    },
  },
  closesHalfway: {
    about: 'closes in the middle of each reply',
    onCommand(talk) {
      text(talk, talk.honest.slice(0, talk.honest.length / 2))
      talk.wire.close()
    },
  },
  http: {
    about: 'is another program',
    onLogin: (talk) => text(talk, 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n<html>bad</html>'),
  },
  garbage: { about: 'answers random bytes', onCommand: ({ wire }) => wire.send(garbage) },
  half: { about: 'sends half of each reply', onCommand: rewritten((all) => all.slice(0, all.length / 2)) },
  huge: {
    about: 'answers 8 MB',
    onCommand: (talk) => inParts(talk, Array(128).fill(Buffer.alloc(65_536, 'x')), 5),
  },
  hugeRows: {
    about: 'sends a reply of the right type that is too long',
    onCommand: (talk) =>
      inParts(talk, [Buffer.from(talk.honest), ...Array(80).fill(Buffer.from('76561198000000001,'.repeat(4_096)))], 5),
  },
  endless: {
    about: 'does not stop sending',
    onCommand(talk) {
      const more = () => {
        talk.wire.send(Buffer.alloc(1_024, 'x'))
        talk.clock.after(500, more)
      }
      more()
    },
  },
  nul: {
    about: 'ends each reply with NUL',
    onLogin: (talk) => text(talk, `${accepted}\0`),
    onCommand: (talk) => inParts(talk, [Buffer.from(`${talk.honest}\0`), Buffer.from('\0\0')], 20),
  },
  nulInside: { about: 'sends NUL between the letters', onCommand: rewritten((all) => [...all].join('\0')) },
  newline: {
    about: 'names with line ends',
    onCommand: named((name, i) => (i % 3 === 0 ? `a\n${name}\r\n` : `${name}`)),
  },
  injection: {
    about: 'names that look like rows, headers and ends',
    onCommand: named(
      (name, i) =>
        [
          `${name}\n${forgedRow}\n`,
          `${name}\nPlayerDataEnd\n`,
          `${name}, PlayerID: ${forgedId}, Class: Rex`,
          `${name},\n${forgedId},\n`,
          `${name}\nPlayerList\n${forgedId},\nForged,`,
          `${stamp}ServerDetailsServerName: Forged, ServerMaxPlayers: 1`,
        ][i % 6] ?? '',
    ),
  },
  duplicates: { about: 'sends each reply twice', onCommand: rewritten((all) => `${all}${all}`) },
  twice: {
    about: 'sends each reply again a second later',
    onCommand: (talk) => inParts(talk, [Buffer.from(talk.honest), Buffer.from(talk.honest)], 1_000),
  },
  twins: {
    about: 'has two rows for each player',
    onCommand: rewritten((all) => all.replace(/^(Name: .*\n)+/m, (rows) => rows + rows)),
  },
  nan: {
    about: 'coordinates that are not numbers',
    onCommand: withAnimals((animal) => ({ ...animal, location: null })),
  },
  absurd: {
    about: 'absurd numbers',
    onCommand: rewritten((all) =>
      all.replace(/(?<=(?:Players|Minutes|Y=|Time|Seconds): ?|Y=)[\d.-]+/g, '9'.repeat(400)),
    ),
  },
  crowd: { about: '1,500 players' },
  byByte: {
    about: 'sends byte by byte',
    onCommand({ wire, honest }) {
      for (const byte of Buffer.from(honest)) wire.send(Buffer.of(byte))
    },
  },
  late: {
    about: 'answers after seven seconds',
    onCommand: (talk) => void talk.clock.after(7_000, () => text(talk, talk.honest)),
  },
  behind: {
    about: 'answers each request with the reply to the one before',
    onCommand: (talk) => text(talk, talk.before),
  },
  unsolicited: {
    about: 'sends lines that nobody asked for, before and after each reply',
    onOpen: (talk) => text(talk, 'RCON of a host, be welcome\n'),
    onCommand: (talk) =>
      inParts(talk, [Buffer.from(`${stamp}LogTemp: x\n`), Buffer.from(talk.honest), Buffer.from('\nLogTemp: y\n')], 50),
  },
  longTexts: {
    about: 'names of 20,000 signs',
    onCommand: named((name) => `${name}${'\u001b[31m🦖\u202e'.repeat(3_000)}`),
  },
  manyKeys: {
    about: 'thousands of unknown keys',
    onCommand: rewritten((all) =>
      all.replace(
        /, (Class|ServerMap): /,
        (key) => `${Array.from({ length: 5_000 }, (_, i) => `, Key${i}: x`).join('')}${key}`,
      ),
    ),
  },
  brackets: {
    about: 'brackets that do not close',
    onCommand: rewritten((all) => all.replaceAll('1=None', '[[[1=None')),
  },
  badUtf8: {
    about: 'bytes that are not text',
    onCommand: ({ wire, honest }) =>
      wire.send(Buffer.concat([Buffer.from(honest.replaceAll('e', '\u0007e')), Buffer.of(0xff, 0xfe)])),
  },
  blank: { about: 'answers an empty line', onCommand: (talk) => text(talk, '\n') },
} as const satisfies Record<string, Mode>

export type ModeName = keyof typeof modes
export const modeNames = Object.keys(modes) as ModeName[]

interface HostileGameOptions {
  readonly game: Game
  /** The game of the mode `crowd`. */
  readonly crowd: Game
  readonly password: string
  readonly clock: Pick<Clock, 'after'>
  readonly mode: () => ModeName
}

/** Serves one connection of the game's RCON and goes wrong as the current mode says. Returns what takes the client's bytes. */
export function serveHostile({ game, crowd, password, clock, mode }: HostileGameOptions, wire: HostileWire) {
  let isLoggedIn = false
  let before = ''
  const current = (): Mode => modes[mode()]
  const onLogin = (given: string) => {
    isLoggedIn = given === password
    const { onLogin: act } = current()
    if (act) act({ wire, clock })
    else text({ wire }, isLoggedIn ? accepted : 'Incorrect Password')
  }
  const onCommand = ({ command, argument }: Command) => {
    const played = mode() === 'crowd' ? crowd : game
    const honest = answers[command](played, argument) ?? ''
    const { onCommand: act } = current()
    if (act) act({ wire, clock, game: played, honest, command, before })
    else text({ wire }, honest)
    before = honest
  }
  current().onOpen?.({ wire, clock })
  return (bytes: Buffer) => {
    for (const request of readFrames(bytes)) {
      if (request.type === 'login') onLogin(request.password)
      else if (request.type === 'command' && isLoggedIn) onCommand(request)
    }
  }
}

import { bareClass } from '../evrima/evrimaCommands.ts'
import { gameText, longest } from '../evrima/gameText.ts'
import type { GamePoint } from '../link.ts'
import type {
  AdminCommandEvent,
  ChatChannel,
  ChatEvent,
  ConnectingEvent,
  DeathEvent,
  JoinEvent,
  KillEvent,
  LeaveEvent,
  LogAnimal,
  LogPlayer,
  RconEvent,
} from './logEvent.ts'
import type { LogTime } from './logTime.ts'

/** A line without its category and stamps. */
export type Payload = { readonly text: string; readonly time: LogTime }

// A line of the game is names and texts of players between words of the game. What ends in words of the game is read from its end,
// where no player can write. Where free text is on both sides of the game's words, they must occur exactly once.

/** The longest chat text and cause that is taken, in characters. */
export const longestLogText = 500

const id = String.raw`(\d{15,20}|[0-9a-fA-F]{32})`
/** A token of the game: a species, a gender, a number. */
const word = String.raw`([^,[\]]*)`
const number = String.raw`(-?\d+(?:\.\d+)?)`
/** Builds differ in the comma and the number of spaces before it. */
const place = `(?:,? +at: X=${number},? Y=${number},? Z=${number})?`

interface Place {
  readonly match: RegExpExecArray
  /** The text before it, which is the name. */
  readonly name: string
  /** The text behind it. */
  readonly after: string
}

/** More than fit into the longest name: how many more there are changes nothing. */
const mostPlaces = 10

/** The first places where the game's words may be. */
function placesOf(text: string, pattern: RegExp): readonly Place[] {
  const places: Place[] = []
  for (const match of text.matchAll(pattern)) {
    const { index } = match
    const name = text.slice(0, text[index - 1] === ' ' ? index - 1 : index)
    places.push({ match, name, after: text.slice(index + match[0].length) })
    if (places.length === mostPlaces) break
  }
  return places
}

const isName = (text: string) => text.length <= 2 * longest.name && [...text].length <= longest.name

const playerOf = (playerId: string, name: string): LogPlayer => ({
  id: playerId.toLowerCase(),
  name: gameText(name, longest.name),
})

const numberOf = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text))

/** Some builds write a path: `/Game/…/BP_Troodon.BP_Troodon_C`. */
const animalOf = (species = '', gender = '', growth?: string): LogAnimal => ({
  species: gameText(bareClass(species.slice(species.search(/[^./]*$/))), longest.species),
  gender: gender === 'Male' || gender === 'Female' ? gender : null,
  growth: numberOf(growth),
})

function placeOf(x: string | undefined, y: string | undefined, z: string | undefined): GamePoint | null {
  return x === undefined ? null : { x: Number(x), y: Number(y), z: Number(z) }
}

const channels: Readonly<Record<string, ChatChannel>> = {
  spatial: 'spatial',
  local: 'spatial',
  global: 'global',
  group: 'group',
  admin: 'admin',
  logging: 'logging',
}
const chatHead = /^\[([A-Za-z ]{1,20})\] (?:\[GROUP-([^\]]{0,40})\] )?/
const speaker = new RegExp(String.raw`(?:^|(?<= ))\[${id}\]:(?: |$)`, 'g')

/** `[Spatial] [GROUP-12] Name [id]: text`. Places with more text before them than a name can have are left out. */
export function parseChat({ text, time }: Payload): ChatEvent | null {
  const head = chatHead.exec(text)
  if (head === null) return null
  const said = text.slice(head[0].length)
  const places = placesOf(said, speaker)
  if (places.length === 0) return null
  const [found, ...more] = places.length === 1 ? places : places.filter(({ name }) => isName(name))
  const isClear = found !== undefined && more.length === 0
  return {
    kind: 'chat',
    time,
    channel: channels[head[1]?.toLowerCase() ?? ''] ?? 'other',
    group: head[2] || null,
    player: isClear ? playerOf(found.match[1] ?? '', found.name) : null,
    text: gameText(isClear ? found.after : said, longestLogText) ?? '',
  }
}

const animalWords = `(?:[.,]? (?:Save file found )?(?:Dino|Class|Was playing as): ${word}, Gender: ${word}, Growth: ${number})?`
const joinTail = new RegExp(
  String.raw`(?:^|(?<= ))\[${id}\] (Joined The Server(?:\. Save file not found - Starting as fresh spawn)?|Save file not found - Starting as fresh spawn|Left The Server(?: while ?being safelogged| while not being safelogged)?)${animalWords}[.,]?\s*$`,
)

/** `Name [id] Joined The Server. …`, `… Save file not found - …`, `… Left The Server whilebeing safelogged, …` ("whilebeing" is the game's). */
export function parseJoin({ text, time }: Payload): JoinEvent | LeaveEvent | null {
  const found = joinTail.exec(text)
  if (found === null) return null
  const [, playerId = '', words = '', species, gender, growth] = found
  const player = playerOf(playerId, text.slice(0, found.index))
  const animal = animalOf(species, gender, growth)
  if (!words.startsWith('Left')) return { kind: 'join', time, player, save: saveOf(found[0]), animal }
  const isSafe = words.endsWith('safelogged') ? !words.includes(' not ') : null
  return { kind: 'leave', time, player, isSafe, animal }
}

const saveOf = (words: string) =>
  words.includes('Save file not found') ? 'none' : words.includes('Save file found') ? 'found' : null

const victimTail = new RegExp(
  String.raw`, \[${id}\], Dino: ${word}, (?:Gender: )?${word}, (?:Growth: )?${number}${place}\s*$`,
)
/** Animals of the game have no id: `[]`, or nothing at all. */
const killerHead = new RegExp(
  String.raw`(?:^ *(?=Dino:)|(?:^|(?<= ))\[(?:${id}| *)\] )Dino: ${word}, ${word}, ${number} - Killed the following player: `,
  'g',
)
const deathTail = new RegExp(
  String.raw`(?:^|(?<= ))\[${id}\] Dino: ${word}, ${word}, ${number} - (Died [A-Za-z '-]{1,60})\.?${place}\s*$`,
)

/** `Killer [id] Dino: X, Male, 0.75 - Killed the following player: Victim, [id], Dino: …`, or `Name [id] Dino: … - Died from Natural cause`. */
export function parseKill({ text, time }: Payload): KillEvent | DeathEvent | null {
  const tail = victimTail.exec(text)
  return tail === null ? parseDeath({ text, time }) : parseKilling(text, time, tail)
}

function parseKilling(text: string, time: LogTime, tail: RegExpExecArray): KillEvent | null {
  const [, victimId = '', species, gender, growth, x, y, z] = tail
  const before = text.slice(0, tail.index)
  if (!before.includes('Killed the following player: ')) return null
  const heads = placesOf(before, killerHead)
  const head = heads.length === 1 ? heads[0] : undefined
  const [, killerId, killerSpecies, killerGender, killerGrowth] = head?.match ?? []
  return {
    kind: 'kill',
    time,
    by: head === undefined ? 'unclear' : killerId === undefined ? 'animal' : 'player',
    killer: head === undefined || killerId === undefined ? null : playerOf(killerId, head.name),
    killerAnimal: animalOf(killerSpecies, killerGender, killerGrowth),
    victim: playerOf(victimId, head?.after ?? ''),
    victimAnimal: animalOf(species, gender, growth),
    location: placeOf(x, y, z),
  }
}

function parseDeath({ text, time }: Payload): DeathEvent | null {
  const found = deathTail.exec(text)
  if (found === null) return null
  const [, playerId = '', species, gender, growth, cause = '', x, y, z] = found
  return {
    kind: 'death',
    time,
    player: playerOf(playerId, text.slice(0, found.index)),
    animal: animalOf(species, gender, growth),
    cause,
    location: placeOf(x, y, z),
  }
}

const rconUse = /^RCON Command Used \[([^[\]]{0,60})\] ?:? ?/
const adminHead = new RegExp(String.raw`(?:^|(?<= ))\[${id}\] used command: `, 'g')
const targetTail = new RegExp(
  String.raw`, \[${id}\], Class: ${word}, Gender: ${word}, Previous value: ${word}, New value: ${word}$`,
)

/** `Admin [id] used command: Heal at: Target, [id], Class: …`, `… used command: Changed weather!`, or `RCON Command Used [Announce] : text`. */
export function parseCommand({ text, time }: Payload): AdminCommandEvent | RconEvent | 'unclear' | null {
  const rcon = rconUse.exec(text)
  // An admin may be named like a use of RCON, and an announcement may read like an admin's command.
  if (rcon !== null) return text.match(adminHead) ? 'unclear' : parseRcon(text, time, rcon)

  const tail = targetTail.exec(text.trimEnd())
  const before = tail === null ? text : text.slice(0, tail.index)
  const [head, ...more] = placesOf(before, adminHead)
  if (head === undefined) return null
  const isClear = more.length === 0
  if (!isClear && tail === null) return 'unclear'

  const ordered = isClear ? head.after : ''
  const named = tail === null ? -1 : ordered.indexOf(' at: ')
  const [, targetId, species, gender, previous, next] = tail ?? []
  return {
    kind: 'adminCommand',
    time,
    admin: isClear ? playerOf(head.match[1] ?? '', head.name) : null,
    command: isClear ? gameText(named < 0 ? ordered : ordered.slice(0, named), longestLogText) : null,
    target: targetId === undefined ? null : playerOf(targetId, named < 0 ? '' : ordered.slice(named + 5)),
    targetAnimal: animalOf(species, gender),
    before: gameText(previous, longest.species),
    after: gameText(next, longest.species),
  }
}

/** Reads of the state of the game, in the words of the log and of clients, without spaces. */
const questions: ReadonlySet<string> = new Set(
  ['getplayerlist', 'playerlist', 'getplayerdata', 'serverdetails', 'getserverdetails'].concat([
    'getplayables',
    'getqueuestatus',
    'queuestatus',
  ]),
)

function parseRcon(text: string, time: LogTime, use: RegExpExecArray): RconEvent {
  const command = gameText(use[1], longest.species) ?? ''
  return {
    kind: 'rcon',
    time,
    command,
    argument: gameText(text.slice(use[0].length), longestLogText) ?? '',
    isQuestion: questions.has(command.toLowerCase().replaceAll(' ', '')),
  }
}

const connecting = /^\[?Player Connecting \.\. Steam_Id: (\d{15,20}) ?, EOS_Id: ?([0-9a-fA-F]{32})?\s*\]?\s*$/

/** `[Player Connecting .. Steam_Id: N , EOS_Id: hex]`. No player writes in it. */
export function parseConnecting({ text, time }: Payload): ConnectingEvent | null {
  const found = connecting.exec(text)
  return found === null
    ? null
    : { kind: 'connecting', time, id: found[1] ?? '', eosId: found[2]?.toLowerCase() ?? null }
}

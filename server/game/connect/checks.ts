import { createEvrimaLink } from '../evrima/evrimaLink.ts'
import { type Folder, FolderError } from '../files/folder.ts'
import type { GameLink } from '../link.ts'
import { createLineDecoder, encodingOf } from '../log/lineDecoder.ts'
import { logNames } from '../log/logFiles.ts'
import { createLogClock } from '../log/logTime.ts'
import { parseLine } from '../log/parseLine.ts'

/** What a check of a connection found. `says` and `mend` are sentences for owners, without secrets. */
export interface Finding {
  readonly state: 'good' | 'warning' | 'bad'
  readonly says: string
  /** What to do about it; null where nothing is to be done. */
  readonly mend: string | null
}

const good = (says: string): Finding => ({ state: 'good', says, mend: null })
const warning = (says: string, mend: string): Finding => ({ state: 'warning', says, mend })
const bad = (says: string, mend: string): Finding => ({ state: 'bad', says, mend })

interface RconAddress {
  readonly host: string
  readonly port: number
  readonly password: string
}

/** A game that accepts the password answers well within this. */
const loginWithinMs = 15_000

/** Signs in over the game's RCON and reads what it says of itself. One connection, since the game leaks a socket for each. */
export async function checkRcon({ host, port, password }: RconAddress): Promise<readonly Finding[]> {
  const link = createEvrimaLink({ host, port, password })
  const address = `${host}:${port}`
  try {
    const state = await firstState(link)
    if (state.name !== 'up') return [rconFault(address, state)]
    return [good(`Signed in at ${address}.`), await readStatus(link)]
  } finally {
    await link.close()
  }
}

/** The state that is neither connecting nor about to be tried again. */
const firstState = (link: GameLink) =>
  new Promise<{ readonly name: string; readonly why: string | null }>((resolve) => {
    const late = setTimeout(() => resolve({ name: 'down', why: 'the host does not answer' }), loginWithinMs)
    const take = (state: ReturnType<GameLink['state']>) => {
      if (state.name === 'connecting') return
      clearTimeout(late)
      stop()
      resolve(state)
    }
    const stop = link.onState(take)
    take(link.state())
  })

function rconFault(address: string, { name, why }: { readonly name: string; readonly why: string | null }): Finding {
  if (name === 'refused')
    return bad(
      `The game server at ${address} refuses the password.`,
      'Compare it with RconPassword in Game.ini. The game reads Game.ini only when it starts, and writes it again when it stops: edit it while the server is stopped.',
    )
  const what = why ?? 'it is down'
  if (/nothing listens/.test(what))
    return bad(
      `Nothing listens at ${address}.`,
      'In Game.ini set bRconEnabled=true and RconPort under [/Script/TheIsle.TIGameSession], restart the game server, and use the port of RCON, not the one that players join.',
    )
  if (/not known/.test(what))
    return bad(`No host is called ${address.replace(/:\d+$/, '')}.`, 'Check the name, or give the address as numbers.')
  return bad(
    `${address} cannot be reached: ${what}.`,
    "Check the address, and that the firewall of the game's host lets this machine reach the RCON port.",
  )
}

async function readStatus(link: GameLink): Promise<Finding> {
  try {
    const [{ name, maxPlayers }, players] = [await link.details(), await link.players()]
    const places = maxPlayers === null ? '' : ` of ${maxPlayers}`
    return good(`${name ? `"${name}" answers` : 'The game answers'}: ${players.length}${places} players online.`)
  } catch (error) {
    return warning(
      `It signed in and then did not answer: ${error instanceof Error ? error.message : error}.`,
      'Wait until the game server has finished starting, then try again. If it stays so, run npm run capture and send us the file: your build may answer in a new form.',
    )
  }
}

interface LogPlace {
  readonly folder: Folder
  /** Within the folder. */
  readonly directory: string
  readonly names?: readonly string[]
}

/** From the end of the log, bytes. */
const readAtEnd = 1024 * 1024
/** Longer than any pause of a game that runs. */
const oldMs = 3_600_000

/** The lines that switch the categories on; their names are those in the log. */
export const engineIniLines = [
  '[Core.Log]',
  'LogTheIsleChatData=Verbose',
  'LogTheIsleJoinData=Verbose',
  'LogTheIsleKillData=Verbose',
  'LogTheIsleCommandData=Verbose',
  'LogTheIsleServer=Verbose',
]
const switchOn = `Add these lines to Engine.ini beside Game.ini while the server is stopped:\n${engineIniLines.join('\n')}`

/** Finds the game's log and reads its end. @param now epoch ms @param zone IANA name of the zone of the game's machine */
export async function checkLog(
  { folder, directory, names = logNames }: LogPlace,
  now: number,
  zone = 'UTC',
): Promise<readonly Finding[]> {
  const pathOf = (name: string) => (directory === '' ? name : `${directory}/${name}`)
  try {
    for (const name of names) {
      const entry = await folder.stat(pathOf(name))
      if (entry?.kind === 'file') return await readEnd(folder, pathOf(name), entry, { now, zone })
    }
    return [await missingLog(folder, directory, names)]
  } catch (error) {
    if (!(error instanceof FolderError)) throw error
    return [bad(error.message, mendOf(error))]
  }
}

const mendOf = ({ code }: FolderError) => {
  if (code === 'notFound') return 'Give the folder of the logs, usually TheIsle/Saved/Logs.'
  if (code === 'refused') return 'Check the user, the password or key, and that this user may read the folder.'
  if (code === 'hostKeyChanged') return 'Ask your host whether the server was replaced, before you accept another key.'
  return 'Check the address and that this machine may reach it, then try again.'
}

async function missingLog(folder: Folder, directory: string, names: readonly string[]): Promise<Finding> {
  const place = directory === '' ? folder.name : `${folder.name}/${directory}`
  const shown = (await folder.list(directory).catch(() => [])).map(({ name }) => name)
  const there =
    shown.length === 0 ? 'It is empty.' : `It holds ${shown.slice(0, 8).join(', ')}${shown.length > 8 ? ' …' : ''}.`
  return bad(
    `There is no ${names.join(' or ')} in ${place}. ${there}`,
    'Give the folder of the logs, usually TheIsle/Saved/Logs. A server that has never been started has none.',
  )
}

async function readEnd(
  folder: Folder,
  path: string,
  entry: { readonly size: number; readonly modifiedAt: number },
  { now, zone }: { readonly now: number; readonly zone: string },
): Promise<readonly Finding[]> {
  const from = Math.max(0, entry.size - readAtEnd)
  const [head, bytes] = [
    await folder.read(path, { from: 0, length: 1024 }),
    await folder.read(path, { from, length: readAtEnd }),
  ]
  const decoder = createLineDecoder(encodingOf(head), { offset: from, isSkipping: from > 0 })
  const lines = decoder.push(bytes).map(({ text }) => parseLine(text))
  const events = lines.filter((line) => typeof line !== 'string')
  const found = good(`${path} in ${folder.name} is readable: ${inMb(entry.size)}.`)
  const age = now - entry.modifiedAt
  const old =
    age > oldMs
      ? [
          warning(
            `Its last line is ${Math.round(age / 3_600_000)} h old.`,
            'Start the game server, or name the log of the one that runs.',
          ),
        ]
      : []
  const kinds = new Set(events.map(({ kind }) => kind))
  const players = ['chat', 'join', 'leave', 'kill', 'death'].filter((kind) => kinds.has(kind as never))
  if (players.length > 0) {
    const clock = createLogClock(zone)
    const last = Math.max(...events.map(({ time }) => clock.at(time, now)))
    return [found, ...old, good(`Its end holds ${players.join(', ')}; the last of them ${minutesAgo(now - last)}.`)]
  }
  return [
    found,
    ...old,
    warning(
      'Its end says nothing about players. Either no one has played lately, or the game does not write such lines.',
      switchOn,
    ),
  ]
}

const inMb = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
const minutesAgo = (ms: number) => (ms < 120_000 ? 'just now' : `${Math.round(ms / 60_000)} min ago`)

import { bytesInWords } from '../../../shared/engine/bytes.ts'
import type { Folder } from '../files/folder.ts'
import type { FolderPlace } from '../files/openFolder.ts'
import { createLineDecoder, encodingOf } from '../log/lineDecoder.ts'
import { logNames } from '../log/logFiles.ts'
import { createLogClock } from '../log/logTime.ts'
import { parseLine } from '../log/parseLine.ts'
import { bad, type Findings, good, listed, spanOf, warning } from './finding.ts'
import { findMissing, type OpenPlace } from './placeCheck.ts'

interface LogPlace {
  readonly place: FolderPlace
  /** Within the place. */
  readonly folder: string
  /** Null: the game's own names. */
  readonly file: string | null
}

interface LogTimes {
  /** Epoch ms. */
  readonly now: number
  /** IANA name of the zone of the game's machine. */
  readonly zone?: string
}

/** Finds the game's log, reads its end, and says which categories of it are switched off. */
export async function checkLog(
  open: OpenPlace,
  { place, folder: directory, file }: LogPlace,
  times: LogTimes,
): Promise<Findings> {
  const folder = open(place)
  const names = file === null ? logNames : [file]
  const pathOf = (name: string) => (directory === '' ? name : `${directory}/${name}`)
  for (const name of names) {
    const entry = await folder.stat(pathOf(name))
    if (entry?.kind === 'file') return await readEnd(folder, pathOf(name), entry, times)
    if (entry) return [notAFile(`${folder.name}/${pathOf(name)}`)]
  }
  const missing = await findMissing(open, place, directory, rightFolder)
  return [missing ?? (await missingLog(folder, directory, names))]
}

const rightFolder =
  'Give the folder of the logs, usually TheIsle/Saved/Logs. A server that has never been started has none.'

const notAFile = (path: string) =>
  bad(
    `${path} is not a file but a folder or a link. The hub follows no links, because they may lead anywhere.`,
    'Name the folder in which the game itself writes its log.',
  )

async function missingLog(folder: Folder, directory: string, names: readonly string[]) {
  const where = directory === '' ? folder.name : `${folder.name}/${directory}`
  const there = (await folder.list(directory)).map(({ name }) => name)
  const nearer = ['Logs', 'Saved', 'TheIsle'].find((name) => there.includes(name))
  const holds = there.length === 0 ? 'It is empty.' : `It holds ${listed(there)}.`
  return bad(
    `There is no ${names.join(' or ')} in ${where}. ${holds}`,
    nearer ? `Try its folder ${nearer}. ${rightFolder}` : rightFolder,
  )
}

/** From the end of the log, bytes. */
const readAtEnd = 1024 * 1024
/** Longer than any pause of a game that runs, ms. */
const oldMs = 3_600_000

async function readEnd(
  folder: Folder,
  path: string,
  entry: { readonly size: number; readonly modifiedAt: number },
  { now, zone = 'UTC' }: LogTimes,
): Promise<Findings> {
  const from = Math.max(0, entry.size - readAtEnd)
  const [head, bytes] = [
    await folder.read(path, { from: 0, length: 1024 }),
    await folder.read(path, { from, length: readAtEnd }),
  ]
  const decoder = createLineDecoder(encodingOf(head), { offset: from, isSkipping: from > 0 })
  const events = decoder
    .push(bytes)
    .map(({ text }) => parseLine(text))
    .filter((line) => typeof line !== 'string')
  const found = good(`The log is readable: ${path}, ${bytesInWords(entry.size)}.`)
  const age = now - entry.modifiedAt
  const running = 'Start the game server, or name the log of the one that runs.'
  const old = age > oldMs ? [warning(`Its last line is ${spanOf(age)} old.`, running)] : []
  const kinds = new Set<string>(events.map(({ kind }) => kind))
  const players = Object.entries(playerKinds).flatMap(([kind, word]) => (kinds.has(kind) ? [word] : []))
  if (players.length === 0) return [found, ...old, await silentLogFinding(folder, path)]
  const clock = createLogClock(zone)
  const last = now - Math.max(...events.map(({ time }) => clock.at(time, now)))
  const when = last < 120_000 ? 'just now' : `${spanOf(last)} ago`
  return [found, ...old, good(`Its last lines have ${players.join(', ')}, the latest ${when}.`)]
}

const playerKinds = { chat: 'chat', join: 'joins', leave: 'leaves', kill: 'kills', death: 'deaths' }

/** The lines that switch the categories on; their names are those in the log. */
export const engineIniLines = [
  '[Core.Log]',
  'LogTheIsleChatData=Verbose',
  'LogTheIsleJoinData=Verbose',
  'LogTheIsleKillData=Verbose',
  'LogTheIsleCommandData=Verbose',
  'LogTheIsleServer=Verbose',
]

/** A log whose end names no player: either no one has played, or the categories are off. Engine.ini tells which, where it can be read. */
async function silentLogFinding(folder: Folder, path: string) {
  const says = 'Its last lines say nothing about players.'
  const settings = await readEngineIni(folder, path)
  const add = (lines: readonly string[]) => ({ file: 'Engine.ini', lines: [...lines] })
  if (!settings)
    return warning(
      `${says} Either no one has played lately, or the game does not write such lines.`,
      'The log categories are switched on in Engine.ini, beside Game.ini. Stop the game server, add what is missing of these lines, and start it.',
      add(engineIniLines),
    )
  const missing = engineIniLines.filter((line) => !settings.on.has(line.toLowerCase()))
  if (missing.length === 0)
    return warning(
      `${says} The log categories are switched on in ${settings.path}.`,
      'Join the game, write something in its chat, and check again. If nothing comes, restart the game server: it reads Engine.ini when it starts.',
    )
  const names = missing.filter((line) => !line.startsWith('[')).map((line) => line.replace(/=.*/, ''))
  return bad(
    `${says} ${settings.path} does not switch on ${listed(names)}.`,
    'Stop the game server, add these lines to Engine.ini, and start it.',
    add([...new Set([engineIniLines[0] ?? '', ...missing])]),
  )
}

const iniPaths = ['Config/WindowsServer/Engine.ini', 'Config/LinuxServer/Engine.ini']
const mostIniBytes = 256 * 1024

/** Engine.ini is below `Saved`, as the log does; null where the hub reaches only the folder of the log. */
async function readEngineIni(folder: Folder, log: string) {
  if (!log.includes('/')) return null
  for (const path of iniPaths) {
    const bytes = await folder.read(path, { from: 0, length: mostIniBytes }).catch(() => null)
    if (bytes) return { path, on: switchedOn(bytes.toString(bytes[0] === 0xff ? 'utf16le' : 'utf8')) }
  }
  return null
}

/** Lines of `engineIniLines` that are in force, in lower case. */
function switchedOn(ini: string): ReadonlySet<string> {
  const on = new Set<string>()
  let section = ''
  for (const raw of ini.split(/\r?\n/)) {
    const line = raw.replace(/^\u{FEFF}/u, '').trim()
    if (line.startsWith('[')) section = line.toLowerCase()
    if (section !== '[core.log]') continue
    on.add(section)
    const [, name, level = ''] = /^[+.!-]?(\w+)\s*=\s*(\w+)/.exec(line) ?? []
    if (name && /^(verbose|veryverbose|all)$/i.test(level)) on.add(`${name}=verbose`.toLowerCase())
  }
  return on
}

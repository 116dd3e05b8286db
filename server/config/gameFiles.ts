import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { z } from 'zod'
import { readVerbs, type VerbChanges } from '../game/commandBridge/verbs.ts'
import type { FolderPlace } from '../game/files/openFolder.ts'
import type { PanelAddress } from '../game/files/panelClient.ts'
import type { SftpKey } from '../game/files/sftpSession.ts'
import { PanelUrl } from './addresses.ts'
import { pathOf } from './paths.ts'

const Header = z.string().regex(/^[\x21-\x7e]+$/, 'letters, digits and symbols that a header can hold, without spaces')

/** Environment variables of the game server's files and of the panel that hosts it. */
export const gameFilesVariables = {
  GAME_LOG: z.string().transform(readWith(readLogPlace)).optional(),
  MOD_BRIDGE: z.string().transform(readWith(readBridgePlace)).optional(),
  MOD_BRIDGE_TOKEN: Header.min(16, 'at least 16 letters, digits and symbols').optional(),
  MOD_BRIDGE_VERBS: z.string().transform(readVerbTable).optional(),
  GAME_FILES_KEY: z.string().transform(readKey).optional(),
  HOST_PANEL_URL: PanelUrl.optional(),
  HOST_PANEL_KEY: Header.optional(),
  HOST_PANEL_SERVER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, "the identifier in the address of the server's page in the panel, such as 1a2b3c4d")
    .optional(),
}
const GameFilesVariables = z.object(gameFilesVariables)
type Given = z.output<typeof GameFilesVariables> & {
  readonly EVRIMA_HOST?: string | undefined
  readonly SIMULATOR_HOST?: string | undefined
  readonly REDIS_URL?: string | undefined
}

export interface GameFiles {
  /** Null: no log is connected. */
  readonly log: {
    /** `TheIsle/Saved` where the path shows it, otherwise the folder of the log. */
    readonly place: FolderPlace
    /** Path in `place` of the folder of the log; '' for `place` itself. */
    readonly folder: string
    /** Name of the log; null: the game's own, `TheIsle.log` or `TheIsle-Shipping.log`. */
    readonly file: string | null
    /** Path in `place` of the game's ban list; null where it is outside `place`. */
    readonly bans: string | null
  } | null
  /** The folder through which the command mod takes commands, or `http` if the mod fetches them; null: no mod is connected. */
  readonly modBridge: FolderPlace | 'http' | null
  /** What the mod shows when it fetches commands; null: the hub makes it. */
  readonly modBridgeToken: string | null
  /** Where the mod's verbs differ from the usual ones. */
  readonly modBridgeVerbs: VerbChanges
  readonly key: SftpKey | null
  readonly panel: PanelAddress | null
}

/** @param fail makes the error from its message */
export function gameFilesOf(given: Given, fail: (why: string) => Error): GameFiles {
  const problem = problemIn(given)
  if (problem) throw fail(problem)
  const { HOST_PANEL_URL: url, HOST_PANEL_KEY: key, HOST_PANEL_SERVER: server, MOD_BRIDGE: bridge } = given
  return {
    log: given.GAME_LOG ? logOf(given.GAME_LOG) : null,
    modBridge: bridge === undefined || bridge === 'http' ? (bridge ?? null) : splitFile(bridge, /\.ndjson$/i).place,
    modBridgeToken: given.MOD_BRIDGE_TOKEN ?? null,
    modBridgeVerbs: given.MOD_BRIDGE_VERBS ?? {},
    key: given.GAME_FILES_KEY ?? null,
    panel: url && key && server ? { url, key, server } : null,
  }
}

function problemIn(given: Given): string | null {
  const { GAME_LOG: log, MOD_BRIDGE: bridge, GAME_FILES_KEY: key, EVRIMA_HOST: game = given.SIMULATOR_HOST } = given
  const places = { GAME_LOG: log, MOD_BRIDGE: bridge }
  for (const [name, place] of Object.entries(places)) {
    if (!place) continue
    if (!game)
      return `${name} is set and EVRIMA_HOST is not: players would be read from the simulator, and this from a real server. Name the game server too.`
    if (place !== 'http' && place.kind === 'sftp' && !key)
      return `GAME_FILES_KEY is missing: ${name} is an SFTP address, so give the password of its user, or the path of a private key file.`
    if (place !== 'http' && place.kind === 'panel' && !given.HOST_PANEL_URL)
      return `HOST_PANEL_URL is missing: ${name} is read through the hosting panel, so give its address, HOST_PANEL_KEY and HOST_PANEL_SERVER.`
  }
  const isSftp = Object.values(places).some((place) => place && place !== 'http' && place.kind === 'sftp')
  if (key && !isSftp)
    return 'GAME_FILES_KEY is set and no address begins with sftp://. Give one in GAME_LOG or MOD_BRIDGE, or leave the key out.'
  if (given.MOD_BRIDGE_TOKEN && bridge !== 'http')
    return 'MOD_BRIDGE_TOKEN is set and MOD_BRIDGE is not http. The token is for a mod that fetches its commands; set MOD_BRIDGE=http, or leave it out.'
  if (given.MOD_BRIDGE_VERBS && !bridge)
    return 'MOD_BRIDGE_VERBS is set and MOD_BRIDGE is not. Say where the mod takes its commands, or leave the verbs out.'
  if (bridge === 'http' && !given.MOD_BRIDGE_TOKEN && given.REDIS_URL)
    return 'MOD_BRIDGE_TOKEN is missing: nodes that share a Redis need the same one for the mod. Give at least 16 letters and digits on each.'
  return missingOfPanel(given)
}

function missingOfPanel(given: Given): string | null {
  const names = ['HOST_PANEL_URL', 'HOST_PANEL_KEY', 'HOST_PANEL_SERVER'] as const
  const [missing, present] = [names.filter((name) => !given[name]), names.filter((name) => given[name])]
  if (missing.length === 0 || present.length === 0) return null
  const each = {
    HOST_PANEL_URL: "the panel's address",
    HOST_PANEL_KEY: 'a client API key of your account in the panel',
    HOST_PANEL_SERVER: "the identifier in the address of the server's page",
  }
  return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: ${present.join(' and ')} ${present.length > 1 ? 'are' : 'is'} set, so give ${missing.map((name) => each[name]).join(' and ')} too.`
}

/** The ban list is beside the folder of the log: `Saved/Logs`, `Saved/PlayerData/PlayerBans.json`. */
function logOf(given: FolderPlace): NonNullable<GameFiles['log']> {
  const { place, file } = splitFile(given, /\.(log|txt)$/i)
  const [, saved, folder] = /^(.*[\\/])(Logs)[\\/]*$/i.exec(place.path) ?? []
  if (saved === undefined || folder === undefined) return { place, folder: '', file, bans: null }
  return {
    place: { ...place, path: saved.replace(/(?<=.)[\\/]+$/, '') },
    folder,
    file,
    bans: 'PlayerData/PlayerBans.json',
  }
}

function splitFile(place: FolderPlace, ending: RegExp): { readonly place: FolderPlace; readonly file: string | null } {
  const [, folder = '', file = ''] = /^(.*[\\/])?([^\\/]+)$/.exec(place.path) ?? []
  return ending.test(file)
    ? { place: { ...place, path: folder.replace(/(?<=.)[\\/]+$/, '') || '/' }, file }
    : { place, file: null }
}

/** A transform from what reads a text, or says what is wanted instead. */
function readWith<T extends FolderPlace | 'http'>(read: (text: string) => Read<T>) {
  return (text: string, context: z.RefinementCtx): T => {
    const given = read(text)
    if (!isWanted(given)) return given
    context.addIssue(given.wanted)
    return z.NEVER
  }
}

const verbsForm = 'a JSON object of commands and their verbs, or the path of a file that holds one'

/** The verbs of the mod as JSON, or the path of a JSON file. */
function readVerbTable(text: string, context: z.RefinementCtx): VerbChanges {
  let wanted = `${verbsForm}; no file can be read there`
  try {
    const json = text.trim().startsWith('{') ? text : readFileSync(pathOf(text.trim()), 'utf8')
    wanted = `${verbsForm}; this is not JSON`
    const verbs = readVerbs(JSON.parse(json))
    if (typeof verbs !== 'string') return verbs
    wanted = verbs
  } catch {}
  context.addIssue(wanted)
  return z.NEVER
}

type Wanted = { readonly wanted: string }
type Read<T> = T | Wanted
const isWanted = (given: string | object): given is Wanted => typeof given === 'object' && 'wanted' in given
const logForm = 'a path on this machine, sftp://user@host:2022/path, or panel:/TheIsle/Saved/Logs'
const bridgeForm = 'a path on this machine, sftp://user@host:2022/path, or http'

function readLogPlace(text: string): Read<FolderPlace> {
  if (!/^panel:/i.test(text)) return readPlace(text, logForm)
  if (/\p{Cc}/u.test(text)) return { wanted: `${logForm}, without line breaks` }
  return { kind: 'panel', path: posix.normalize(`/${text.slice('panel:'.length)}`) }
}

function readBridgePlace(text: string): Read<FolderPlace | 'http'> {
  if (/^http$/i.test(text.trim())) return 'http'
  if (!/^panel:/i.test(text)) return readPlace(text, bridgeForm)
  return { wanted: `${bridgeForm}. The panel is too slow for the mod; it shows an SFTP address for the same files` }
}

function readPlace(text: string, form: string): Read<FolderPlace> {
  if (/\p{Cc}/u.test(text)) return { wanted: `${form}, without line breaks` }
  if (/^sftp:/i.test(text)) {
    const place = readSftp(text)
    return typeof place === 'string' ? { wanted: place } : place
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) || wordForWay.test(text)) return { wanted: form }
  return { kind: 'local', path: pathOf(text) }
}

/** Meant as a way, and never as a folder of that name: `./panel` is one. */
const wordForWay = /^\s*(https?|s?ftp|panel):?\s*$/i

const sftpForm = 'an address such as sftp://user@host:2022/TheIsle/Saved/Logs'

/** @returns the place, or what is wanted instead */
function readSftp(text: string): FolderPlace | string {
  const url = URL.parse(text)
  if (!url?.hostname || !/^sftp:\/\//i.test(text)) return sftpForm
  if (url.password !== '') return `${sftpForm} without a password; that belongs in GAME_FILES_KEY`
  if (url.username === '') return `${sftpForm} with the user before the @`
  if (url.search !== '' || url.hash !== '') return `${sftpForm}, with ? written as %3F and # as %23`
  if (url.pathname === '' || url.pathname === '/') return `${sftpForm} with the path of the folder`
  try {
    const [user, path] = [decodeURIComponent(url.username), decodeURIComponent(url.pathname)]
    if (/\p{Cc}/u.test(user + path)) return sftpForm
    const host = url.hostname.replace(/^\[|\]$/g, '')
    return { kind: 'sftp', address: { host, port: Number(url.port || 22), user }, path: posix.normalize(path) }
  } catch {
    return `${sftpForm} with % written as %25`
  }
}

/** What looks like a path is a private key file; a password that does may follow `password:`. */
function readKey(text: string, context: z.RefinementCtx): SftpKey {
  const given = text.trim()
  if (given.startsWith('password:')) return { password: given.slice('password:'.length) }
  if (/^password:/i.test(given)) {
    context.addIssue('password: in small letters before the password; if it is part of that, password:Password:secret')
    return z.NEVER
  }
  if (!/^(\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/])/.test(given)) return { password: given }
  let problem = 'the path of a private key file, as ssh-keygen makes it without a passphrase; the file there is none'
  try {
    const privateKey = readFileSync(pathOf(given), 'utf8')
    if (/PRIVATE KEY|^PuTTY-User-Key-File/.test(privateKey)) return { privateKey }
  } catch {
    problem =
      'a password, or the path of a private key file; no file can be read there. A password that begins like a path is written password:/secret'
  }
  context.addIssue(problem)
  return z.NEVER
}

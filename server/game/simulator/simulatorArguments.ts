import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readFlags, wholeNumber } from '../commandLine.ts'
import { type LogShape, logShapes } from '../log/encodeLine.ts'
import type { Format } from './encodeReplies.ts'
import type { BridgePlace } from './mod/commandBridgeServers.ts'

export const simulatorUsage = `npm run simulator -- [--port 16007] [--host 127.0.0.1] --password WORD [--players 120] [--max-players 300] [--seed 7]
                        [--format 2026] [--log-shape unreal] [--time 08:00] [--files PATH]
                        [--source-port 27015] [--bridge-port 9000 [--bridge-token WORD]] [--mod-folder PATH | --mod-config FILE]
                        [--sftp-port 2022 --sftp-password WORD] [--panel-port 8082 --panel-key WORD | --amp-port 8081 --amp-password WORD]
                        [--freeze] [--delay 0] [--trouble 0]

A simulated game server: Evrima's RCON on a real port, and dinosaurs whose lives follow from the seed. It writes the game's log and runs
a CommandBridge mod in the game's files, which are temporary unless --files names their folder. With --sftp-port it offers the files over
SFTP to the user steam. With --panel-port a panel runs the game (Pterodactyl's client API, with that key and the server demo, which offers
the files too), with --amp-port AMP does (the user waterhole): they start, stop and restart the game, and make backups.
--format 2025 writes replies of an earlier game, and the log with local times only; --log-shape verbose writes the other form of that log.
The mod takes its commands from --mod-folder instead, or fetches them as --mod-config says: the file mod-bridge.config.json that a hub
with MOD_BRIDGE=http writes. With --source-port a command mod answers over Source RCON, with the same password; with --bridge-port over an
HTTP bridge. With --freeze the dinosaurs do not move, and only commands change anything. --delay holds back each reply for that many
milliseconds. --trouble is the percentage of the mod's commands that fail in some way.`

/** Parses the command line. @throws an error that names the wrong flag */
export function simulatorArguments(args: readonly string[]) {
  const { values } = readFlags({
    args: [...args],
    options: {
      port: { type: 'string', default: '16007' },
      host: { type: 'string', default: '127.0.0.1' },
      password: { type: 'string' },
      players: { type: 'string', default: '120' },
      'max-players': { type: 'string', default: '300' },
      seed: { type: 'string', default: '7' },
      format: { type: 'string', default: '2026' },
      time: { type: 'string', default: '08:00' },
      'source-port': { type: 'string' },
      'bridge-port': { type: 'string' },
      'bridge-token': { type: 'string' },
      'panel-port': { type: 'string' },
      'panel-key': { type: 'string' },
      'amp-port': { type: 'string' },
      'amp-password': { type: 'string' },
      'sftp-port': { type: 'string' },
      'sftp-password': { type: 'string' },
      files: { type: 'string' },
      'log-shape': { type: 'string' },
      'mod-folder': { type: 'string' },
      'mod-config': { type: 'string' },
      freeze: { type: 'boolean', default: false },
      delay: { type: 'string', default: '0' },
      trouble: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  if (!values.password) throw new Error('--password is missing: the word that clients must log in with.')
  const maxPlayers = wholeNumber('max-players', values['max-players'], 1, 1000)
  return {
    port: wholeNumber('port', values.port, 0, 65_535),
    host: values.host,
    password: values.password,
    players: wholeNumber('players', values.players, 0, maxPlayers),
    maxPlayers,
    seed: wholeNumber('seed', values.seed, 0, 2 ** 32 - 1),
    format: formatOf(values.format),
    startMinute: minuteOf(values.time),
    isFrozen: values.freeze,
    ...modServersOf(values, values.password),
    ...machineOf(values),
    files: values.files === undefined ? null : resolve(values.files),
    logShape: logShapeOf(values['log-shape']),
    ...commandBridgeOf(values),
    delayMs: wholeNumber('delay', values.delay, 0, 60_000),
    troubleShare: wholeNumber('trouble', values.trouble, 0, 100) / 100,
  }
}

export type SimulatorFlags = NonNullable<ReturnType<typeof simulatorArguments>>

type MachineFlags = Readonly<Partial<Record<`${'panel' | 'amp' | 'sftp'}-${'port' | 'key' | 'password'}`, string>>>

/** What offers its files or runs it; null where nothing does. */
function machineOf(flags: MachineFlags) {
  const panel = endpointOf(flags, 'panel', 'key')
  const amp = endpointOf(flags, 'amp', 'password')
  const sftp = endpointOf(flags, 'sftp', 'password')
  if (panel && amp) throw new Error('--panel-port and --amp-port are both given, and a game server has one host.')
  return {
    panel: panel && { port: panel.port, key: panel.secret, server: 'demo' },
    amp: amp && { port: amp.port, user: 'waterhole', password: amp.secret },
    sftp: sftp && { port: sftp.port, user: 'steam', password: sftp.secret },
  }
}

function endpointOf(flags: MachineFlags, name: 'panel' | 'amp' | 'sftp', word: 'key' | 'password') {
  const [port, secret] = [flags[`${name}-port`], flags[`${name}-${word}`]]
  if ((port === undefined) !== (secret === undefined))
    throw new Error(`--${name}-port and --${name}-${word} belong together: give the port and what clients must show.`)
  if (port === undefined || secret === undefined) return null
  return { port: wholeNumber(`${name}-port`, port, 0, 65_535), secret }
}

function logShapeOf(text: string | undefined): LogShape | null {
  const shape = text === undefined ? null : logShapes.find((one) => one === text)
  if (shape === undefined) throw new Error(`--log-shape wants one of ${logShapes.join(', ')}, not "${text}".`)
  return shape
}

type ModServerFlags = Readonly<Partial<Record<'source-port' | 'bridge-port' | 'bridge-token', string>>>

function modServersOf(
  { 'source-port': source, 'bridge-port': bridge, 'bridge-token': token }: ModServerFlags,
  password: string,
) {
  if (token !== undefined && bridge === undefined)
    throw new Error('--bridge-token opens nothing without --bridge-port: give the port of the bridge too.')
  return {
    ...(source !== undefined && { source: { port: wholeNumber('source-port', source, 0, 65_535), password } }),
    ...(bridge !== undefined && {
      bridge: { port: wholeNumber('bridge-port', bridge, 0, 65_535), token: token ?? null },
    }),
  }
}

type CommandBridgeFlags = Readonly<Partial<Record<'mod-folder' | 'mod-config', string>>>

function commandBridgeOf({ 'mod-folder': folder, 'mod-config': file }: CommandBridgeFlags): {
  readonly mod?: BridgePlace
} {
  if (folder !== undefined && file !== undefined)
    throw new Error('--mod-folder and --mod-config are both given, and the mod takes its commands in one way.')
  if (folder !== undefined) return { mod: { folder } }
  return file === undefined ? {} : { mod: fetchingAs(file) }
}

/** The config.json of a mod that fetches its commands. */
function fetchingAs(file: string): BridgePlace {
  let given: Readonly<Record<string, unknown>> = {}
  try {
    given = JSON.parse(readFileSync(file, 'utf8'))
  } catch {}
  const { inputUrl: url, resultUrl, inputAuthHeader: header } = given
  if (typeof url === 'string' && typeof resultUrl === 'string' && typeof header === 'string')
    return { url, resultUrl, authorization: header.replace(/^Authorization:\s*/i, '') }
  throw new Error(`--mod-config wants a config.json with inputUrl, resultUrl and inputAuthHeader; "${file}" is none.`)
}

function formatOf(text: string): Format {
  if (text === '2025' || text === '2026') return text
  throw new Error(`--format wants 2025 or 2026, the two generations of replies, not "${text}".`)
}

function minuteOf(text: string): number {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined) throw new Error(`--time wants a time of the game's day such as 08:00, not "${text}".`)
  return Number(hours) * 60 + Number(minutes)
}

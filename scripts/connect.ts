// npm run connect: asks how the hub reaches the game server, tries it, and prints the lines for .env. With --check it tries the present configuration.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { type Config, ConfigError, readConfig } from '../server/config.ts'
import { systemClock } from '../server/engine/clock.ts'
import { checkLog, checkRcon, type Finding } from '../server/game/connect/checks.ts'
import {
  envLines,
  findingText,
  runWizard,
  type Settings,
  type Step,
  type Terminal,
} from '../server/game/connect/wizard.ts'
import { openFolder } from '../server/game/files/openFolder.ts'
import { repositoryRoot } from './repositoryRoot.ts'

/** @returns the configuration that these settings make, or what is wrong with them */
function configOf(settings: Settings): Config | string {
  try {
    return readConfig(settings)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

const problem = (settings: Settings) => {
  const config = configOf(settings)
  return typeof config === 'string' ? config : null
}
const withConfig = (check: (config: Config) => Promise<readonly Finding[]>) => async (settings: Settings) => {
  const config = configOf(settings)
  return typeof config === 'string' ? [] : check(config)
}

const checkGame = async ({ evrima }: Config) => (evrima ? checkRcon(evrima) : [])

async function checkGameLog({ gameFiles, gameLog, dataDir }: Config): Promise<readonly Finding[]> {
  const { log } = gameFiles
  if (!log) return []
  const silent = { info() {}, warn() {} }
  const folder = openFolder(log.place, { ...gameFiles, dataDir, clock: systemClock, log: silent })
  try {
    const place = { folder, directory: log.folder, ...(log.file !== null && { names: [log.file] }) }
    return await checkLog(place, Date.now(), gameLog.zone)
  } finally {
    await folder.close()
  }
}

const usesLog = (form: RegExp) => (settings: Settings) => form.test(settings.GAME_LOG ?? '')
const panel = usesLog(/^panel:/i)

const steps: readonly Step[] = [
  {
    title: 'The game server',
    about:
      'Its RCON tells who plays where, and takes kicks, bans and messages. Game.ini has the port and the password.',
    isOptional: false,
    questions: [
      { name: 'EVRIMA_HOST', asks: 'Address of the game server', otherwise: '127.0.0.1' },
      { name: 'EVRIMA_RCON_PORT', asks: 'RconPort', otherwise: '8888' },
      { name: 'EVRIMA_RCON_PASSWORD', asks: 'RconPassword', otherwise: null, isSecret: true },
    ],
    problem,
    check: withConfig(checkGame),
  },
  {
    title: "The game's log",
    about:
      'It tells kills, deaths, chat, joins and leaves. A folder on this machine, sftp://user@host:2022/path, or panel:/path. Press Enter to leave it out.',
    isOptional: true,
    questions: [
      { name: 'GAME_LOG', asks: 'Folder of the logs, usually TheIsle/Saved/Logs', otherwise: null },
      {
        name: 'GAME_FILES_KEY',
        asks: 'Password of the SFTP user, or the path of a private key file',
        otherwise: null,
        isSecret: true,
        isAsked: usesLog(/^sftp:/i),
      },
      { name: 'HOST_PANEL_URL', asks: "The panel's address", otherwise: null, isAsked: panel },
      { name: 'HOST_PANEL_KEY', asks: 'A client API key', otherwise: null, isSecret: true, isAsked: panel },
      {
        name: 'HOST_PANEL_SERVER',
        asks: "The identifier in the address of the server's page",
        otherwise: null,
        isAsked: panel,
      },
    ],
    problem,
    check: withConfig(checkGameLog),
  },
  {
    title: 'Yourself',
    about: 'The owner may do everything. Press Enter to leave it for later.',
    isOptional: true,
    questions: [{ name: 'OWNER_STEAM_IDS', asks: 'Your SteamID64, 17 digits', otherwise: null }],
    problem,
    check: async () => [],
  },
]

/** A terminal, or a file of answers. */
function openTerminal(): Terminal & { close(): void } {
  let isMuted = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  const answers = lines[Symbol.asyncIterator]()
  return {
    say: (text) => void process.stdout.write(`${text}\n`),
    async ask(question, { isSecret = false } = {}) {
      process.stdout.write(question)
      isMuted = isSecret
      const { value, done } = await answers.next()
      isMuted = false
      if (isSecret || !process.stdin.isTTY) process.stdout.write('\n')
      return done ? null : String(value).trim()
    },
    close: () => lines.close(),
  }
}

/** Tries what is configured. @returns whether all of it works */
async function checkPresent(): Promise<boolean> {
  const file = join(repositoryRoot, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const config = readConfig()
  if (!config.evrima) {
    console.log('No game server is configured (EVRIMA_HOST). Run npm run connect without --check.')
    return false
  }
  const findings = [...(await checkGame(config)), ...(await checkGameLog(config))]
  if (!config.gameFiles.log) console.log('      No log is configured (GAME_LOG): kills, deaths and chat are not known.')
  for (const finding of findings) console.log(findingText(finding))
  return !findings.some(({ state }) => state === 'bad')
}

async function main() {
  const [flag, ...rest] = process.argv.slice(2)
  if (flag === '--check' && rest.length === 0) {
    process.exitCode = (await checkPresent()) ? 0 : 1
    return
  }
  if (flag !== undefined)
    throw new Error(
      'npm run connect asks its questions one by one. The only option is --check, which tries the present configuration.',
    )
  const terminal = openTerminal()
  try {
    terminal.say('This tries the way to your game server and changes nothing. Ctrl+C ends it.')
    const settings = await runWizard(terminal, steps)
    if (settings === null) throw new Error('\nThe answers ended before all was asked. Nothing was changed.')
    terminal.say('\nPut these lines into .env, then run npm start. They hold passwords, so keep them to yourself.\n')
    for (const line of envLines(settings)) terminal.say(line)
  } finally {
    terminal.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

import { randomBytes } from 'node:crypto'
import { connectionChecks, placesOf } from '../server/app/connectionChecks.ts'
import { modConfigOf } from '../server/app/modBridge.ts'
import { ConfigError } from '../server/config/configError.ts'
import { type Config, readConfig, wrongValueOf } from '../server/config.ts'
import { type Findings, good } from '../server/game/connect/finding.ts'
import type { Settings, Step } from '../server/game/connect/wizard.ts'
import type { ConnectionName } from '../shared/features/connections/connections.ts'

/** @returns the configuration that these settings make, or what is wrong with them */
function configOf(settings: Settings): Config | string {
  try {
    return readConfig({ ...settings, ...machine() })
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

/** Programs of this machine are looked for where the hub would, and host keys are kept where it looks for them. */
const machine = (): Settings =>
  Object.fromEntries(['PATH', 'DATA_DIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

const problem = (settings: Settings) => {
  const config = configOf(settings)
  return typeof config === 'string' ? config : null
}

const checking = (name: ConnectionName) => async (settings: Settings) => {
  const config = configOf(settings)
  return typeof config === 'string' ? [] : connectionChecks(placesOf(config))[name].check()
}

const begins = (name: string, form: RegExp) => (settings: Settings) => form.test(settings[name] ?? '')
const filesKey = (name: string) => ({
  name: 'GAME_FILES_KEY',
  asks: 'Password of the SFTP user, or the path of a private key file',
  otherwise: null,
  isSecret: true,
  isAsked: begins(name, /^sftp:/i),
})

const panelQuestions = (isAsked: (settings: Settings) => boolean = () => true) => [
  { name: 'HOST_PANEL_URL', asks: "The panel's address, such as https://panel.example.org", otherwise: null, isAsked },
  {
    name: 'HOST_PANEL_KEY',
    asks: 'A client API key (in the panel: Account, API Credentials)',
    otherwise: null,
    isSecret: true,
    isAsked: (settings: Settings) => isAsked(settings) && 'HOST_PANEL_URL' in settings,
  },
  {
    name: 'HOST_PANEL_SERVER',
    asks: "The identifier at the end of the address of the server's page",
    otherwise: null,
    isAsked: (settings: Settings) => isAsked(settings) && 'HOST_PANEL_URL' in settings,
  },
]

const game: Step = {
  title: 'The game server',
  about: 'Its RCON reports who is where, and takes kicks, bans and messages. Game.ini has the port and the password.',
  isOptional: false,
  questions: [
    { name: 'EVRIMA_HOST', asks: 'Address of the game server', otherwise: '127.0.0.1' },
    { name: 'EVRIMA_RCON_PORT', asks: 'RconPort', otherwise: '8888' },
    { name: 'EVRIMA_RCON_PASSWORD', asks: 'RconPassword', otherwise: null, isSecret: true },
  ],
  problem,
  check: checking('rcon'),
}

const log: Step = {
  title: "The game's log",
  about:
    'It reports kills, deaths, chat, joins and leaves. A folder on this machine, sftp://user@host:2022/path, or panel:/path. Press Enter to leave it out.',
  isOptional: true,
  questions: [
    { name: 'GAME_LOG', asks: 'Folder of the logs, usually TheIsle/Saved/Logs', otherwise: null },
    filesKey('GAME_LOG'),
    ...panelQuestions(begins('GAME_LOG', /^panel:/i)),
  ],
  problem,
  check: checking('log'),
}

const fetches = begins('MOD_BRIDGE', /^http$/i)

const mod: Step = {
  title: 'The mod CommandBridge',
  about:
    'It slays, heals, teleports, grows, parks and redeems. Its folder Saved on this machine or as sftp://user@host:2022/path, or http if it fetches its commands from the hub. Press Enter if you have none.',
  isOptional: true,
  questions: [
    { name: 'MOD_BRIDGE', asks: 'Folder …/Mods/CommandBridge/Saved, or http', otherwise: null },
    filesKey('MOD_BRIDGE'),
    {
      name: 'PUBLIC_URL',
      asks: 'Address at which the game server reaches the hub, such as https://hub.example.org (Enter: both on one machine)',
      otherwise: null,
      mayBeEmpty: true,
      isAsked: fetches,
    },
  ],
  adds: (settings) =>
    fetches(settings)
      ? { ...settings, MOD_BRIDGE_TOKEN: settings.MOD_BRIDGE_TOKEN ?? randomBytes(24).toString('base64url') }
      : settings,
  problem,
  check: async (settings) => [...(await checking('mod')(settings)), ...modConfigFindings(settings)],
}

/** The mod's side, where it fetches: the address is as secret as the token. */
function modConfigFindings(settings: Settings): Findings {
  const [config, token] = [configOf(settings), settings.MOD_BRIDGE_TOKEN]
  if (typeof config === 'string' || !token) return []
  const lines = modConfigOf(config, token).trimEnd().split('\n')
  return [
    {
      ...good("Put this into the mod's folder Saved as config.json. It holds a secret.", null),
      add: { file: 'config.json', lines },
    },
  ]
}

const panel: Step = {
  title: 'What runs the game server: a panel',
  about: 'A Pelican or Pterodactyl panel starts, restarts and backs it up. Press Enter if there is none.',
  isOptional: true,
  questions: panelQuestions(),
  problem,
  check: checking('host'),
}

const hasNoHost = (settings: Settings) => !('HOST_PANEL_URL' in settings || 'HOST_AMP_URL' in settings)

const amp: Step = {
  title: 'What runs the game server: AMP',
  about:
    'Signs in to AMP by CubeCoders as a user of the instance without two-factor authentication. Press Enter if there is none.',
  isOptional: true,
  isNeeded: hasNoHost,
  questions: [
    { name: 'HOST_AMP_URL', asks: 'Address of the instance, such as http://127.0.0.1:8081', otherwise: null },
    { name: 'HOST_AMP_USER', asks: 'User', otherwise: null },
    { name: 'HOST_AMP_PASSWORD', asks: 'Password', otherwise: null, isSecret: true },
  ],
  problem,
  check: checking('host'),
}

const programs: Step = {
  title: 'What runs the game server: this machine',
  about:
    'Write systemd:UNIT or docker:CONTAINER, such as systemd:theisle, or HOST_COMMANDS as .env.example has it. Press Enter if the game server runs elsewhere.',
  isOptional: true,
  isNeeded: hasNoHost,
  questions: [{ name: 'HOST_COMMANDS', asks: 'Unit, container or commands', otherwise: null, reads: readCommands }],
  problem,
  check: checking('host'),
}

/** `systemd:theisle`, `docker:theisle`, or HOST_COMMANDS itself. */
function readCommands(answer: string): string {
  const [, runner, name = ''] = /^(systemd|docker):([\w@.-]+)$/.exec(answer) ?? []
  if (!runner) return answer
  const program = runner === 'systemd' ? 'systemctl' : 'docker'
  return JSON.stringify({
    start: [program, 'start', name],
    restart: [program, 'restart', name],
    shutdown: [program, 'stop', name],
    status: runner === 'systemd' ? [program, 'is-active', name] : [program, 'inspect', '-f', '{{.State.Status}}', name],
  })
}

const joining: Step = {
  title: 'Where players join',
  about: 'Shown on Home, /games and /auth, with a button that opens the game. Press Enter to show no address.',
  isOptional: true,
  questions: [
    {
      name: 'GAME_ADDRESS',
      asks: 'Address and port where players join, such as play.example.org:16006 (not the RCON port)',
      otherwise: null,
    },
  ],
  problem,
  check: null,
}

const yourself: Step = {
  title: 'Yourself',
  about: 'The owner may do everything. Press Enter to leave it for later.',
  isOptional: true,
  questions: [{ name: 'OWNER_STEAM_IDS', asks: 'Your SteamID64, 17 digits', otherwise: null }],
  problem,
  check: null,
}

/** Says at once what is wrong with an answer by itself; `problem` says what is wrong with all of them together. */
const withValuesChecked = (step: Step): Step => ({
  ...step,
  questions: step.questions.map((question) => ({
    ...question,
    wrong: (value: string) => wrongValueOf(question.name, value),
  })),
})

/** All that npm run connect asks, in its order. */
export const connectSteps: readonly Step[] = [game, log, mod, panel, amp, programs, yourself, joining].map(
  withValuesChecked,
)

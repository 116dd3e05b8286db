// One file because the list of all variables, with what an owner reads of each, is read as a whole.
import type { HubVariable, VariableGroup } from '../../shared/features/server/queries.ts'

/** What an owner reads of a variable. `plain`: its value is shown. `hidden`: only whether it is set, as of secrets, addresses and paths. */
type Described = readonly [shown: 'plain' | 'hidden', about: string]

const variables: Readonly<Record<VariableGroup, Readonly<Record<string, Described>>>> = {
  hub: {
    COMMUNITY_NAME: ['plain', 'The name of the community. What you set here in the panel is used instead.'],
    GAME_MODE: ['plain', 'Your name for the rules of the server. What you set here in the panel is used instead.'],
    DISCORD_INVITE: ['plain', 'An invite to your Discord. What you set here in the panel is used instead.'],
    GAME_ADDRESS: ['hidden', 'Where players join the game.'],
    PUBLIC_URL: ['hidden', 'The address at which users reach the hub.'],
    HOST: ['hidden', 'The address on which the hub listens.'],
    PORT: ['plain', 'The port on which the hub listens.'],
    DEMO: ['plain', 'Whether anyone can sign in with any role.'],
    LOG_LEVEL: ['plain', 'How much the log says.'],
    DATA_DIR: ['hidden', 'The folder of the data.'],
    BACKUP_DIR: ['hidden', 'The folder of the backups.'],
    REDIS_URL: ['hidden', 'The store that several nodes share.'],
    REDIS_PREFIX: ['plain', 'The prefix of all keys in that store.'],
    DRAIN_SECONDS: ['plain', 'How long a node that stops sends its users to other nodes.'],
    TRUSTED_PROXIES: ['hidden', 'Proxies that may say who a visitor is.'],
    SOCKETS_PER_ACCOUNT: ['plain', 'Open pages of one account; 0 for any number.'],
    SOCKETS_PER_ADDRESS: ['plain', 'Open pages of one network address; 0 for any number.'],
    HANDSHAKES_PER_SECOND: ['plain', 'New connections of one network address in a second; 0 for any number.'],
    COMMANDS_PER_SECOND: ['plain', 'How many commands one account may send a second.'],
  },
  game: {
    EVRIMA_HOST: ['hidden', 'The game server.'],
    EVRIMA_RCON_PORT: ['plain', 'Its RconPort.'],
    EVRIMA_RCON_PASSWORD: ['hidden', 'Its RconPassword.'],
    EVRIMA_WORDS: ['hidden', "Commands of the game's own RCON, where your build's differ."],
    GAME_LOG: ['hidden', "The game's log: kills, chat, joins and leaves."],
    GAME_LOG_START: ['plain', 'Where the log is read from at the first start.'],
    GAME_FILES_KEY: ['hidden', 'The password or key for files over SFTP.'],
    GAME_TIME_ZONE: ['plain', "The time zone of the game's machine."],
    CHAT_LOG: ['plain', 'Whether chat is kept.'],
    CHAT_KEPT_DAYS: ['plain', 'For how many days chat is kept.'],
    MOD_BRIDGE: ['hidden', 'The command mod CommandBridge.'],
    MOD_BRIDGE_TOKEN: ['hidden', 'The token that this mod shows when it fetches commands.'],
    MOD_BRIDGE_VERBS: ['hidden', "That mod's verbs, where they differ."],
    SOURCE_RCON_HOST: ['hidden', 'A command mod that speaks Source RCON.'],
    SOURCE_RCON_PORT: ['plain', 'Its port.'],
    SOURCE_RCON_PASSWORD: ['hidden', 'Its password.'],
    SOURCE_WORDS: ['hidden', 'Its commands, where they differ.'],
    BRIDGE_URL: ['hidden', 'An HTTP bridge to a command mod.'],
    BRIDGE_TOKEN: ['hidden', 'The token that the hub shows to that bridge.'],
    BRIDGE_WORDS: ['hidden', 'Its commands, where they differ.'],
    HOST_PANEL_URL: ['hidden', 'The hosting panel of the game server.'],
    HOST_PANEL_KEY: ['hidden', 'A client API key of that panel.'],
    HOST_PANEL_SERVER: ['hidden', 'The server in that panel.'],
    HOST_AMP_URL: ['hidden', 'AMP, in place of a panel.'],
    HOST_AMP_USER: ['hidden', 'A user of AMP.'],
    HOST_AMP_PASSWORD: ['hidden', "That user's password."],
    HOST_COMMANDS: ['hidden', "Programs that start and stop a game server on the hub's own machine."],
    HOST_BACKUP_DIR: ['hidden', 'The folder for copies of its saves.'],
    HOST_CONSOLE: ['plain', "Whether console lines go to the host's console."],
    RCON: ['plain', 'Whether commands are sent to the game; off, a mock answers.'],
  },
  signIn: {
    OWNER_STEAM_IDS: ['hidden', 'The owners, by SteamID64.'],
    OWNER_KEY_HASH: ['hidden', 'The hash of the owner key, which opens this panel.'],
    STEAM_API_KEY: ['hidden', 'Names and avatars of users who sign in with Steam.'],
    DISCORD_CLIENT_ID: ['hidden', 'Your Discord application.'],
    DISCORD_CLIENT_SECRET: ['hidden', 'Its secret.'],
    ROLE_PASSWORD_HASH_OWNER: ['hidden', 'The hash of the password of this role.'],
    ROLE_PASSWORD_HASH_ADMIN: ['hidden', 'The hash of the password of this role.'],
    ROLE_PASSWORD_HASH_MODERATOR: ['hidden', 'The hash of the password of this role.'],
    CHALLENGE_CODE_HASH: ['hidden', 'The hash of the code of the challenge generator.'],
    EVENT_PASSWORD_HASH: ['hidden', 'The hash of the password of the event scheduler.'],
    STEAM_OPENID_URL: ['hidden', 'Where Steam sign-in is. Only tests change it.'],
    STEAM_API_URL: ['hidden', "Where Steam's API is. Only tests change it."],
    DISCORD_URL: ['hidden', 'Where Discord is. Only tests change it.'],
  },
  messages: {
    DISCORD_WEBHOOK_URL: ['hidden', "The webhook of your community's channel."],
    WEBHOOK_URL: ['hidden', 'The webhook of a program of yours.'],
    WEBHOOK_SECRET: ['hidden', 'The secret with which its posts are signed.'],
    WEBHOOK_PRIVATE_NETWORKS: ['plain', 'Whether webhooks may lead into your private network.'],
    PUSH_CONTACT: ['hidden', 'Your address for the operators of push services.'],
    PUSH_HOSTS: ['plain', 'Push services that messages may be sent to.'],
    DONATIONS_KOFI_TOKEN: ['hidden', "Ko-fi's verification token."],
    DONATIONS_TEBEX_SECRET: ['hidden', 'The secret of the Tebex webhook.'],
    DONATIONS_PATREON_SECRET: ['hidden', 'The secret of the Patreon webhook.'],
    DONATIONS_PATREON_CURRENCY: ['plain', 'The currency of your Patreon page.'],
  },
  map: {
    POSITIONS_SECONDS: ['plain', 'Seconds between two readings while someone watches.'],
    IDLE_POSITIONS_SECONDS: ['plain', 'The same while no one watches; 0 for never.'],
    MAP_FRAME: ['plain', 'The corners of the map. A calibration on its page is used instead.'],
    MAP_POINTS: ['plain', 'Two known places of the map. A calibration on its page is used instead.'],
    MAP_AXES: ['plain', "Which way the game's X points."],
    MAP_IMAGE: ['hidden', 'Your own picture of the map.'],
    REPLAY_MINUTES: ['plain', 'How many minutes of the staff map are kept.'],
    REPLAY_MEGABYTES: ['plain', 'How many megabytes they may take.'],
    REAL_INVENTORY: ['plain', 'Whether the hub keeps inventories.'],
    REAL_CURRENCY: ['plain', 'Whether the hub keeps balances.'],
    REAL_PLAYER_DATA: ['plain', 'Whether level, play time and stays are shown.'],
    REAL_SERVER_STATUS: ['plain', 'Whether the status of the game server is read.'],
  },
  simulator: {
    SIMULATOR_PLAYERS: ['plain', 'How many dinosaurs roam.'],
    SIMULATOR_SEED: ['plain', 'The seed that decides everything they do.'],
    SIMULATOR_FREEZE: ['plain', 'Whether they stand still.'],
    SIMULATOR_FILES: ['plain', 'How its files are reached.'],
    SIMULATOR_RUN_BY: ['plain', 'What runs it.'],
    SIMULATOR_HOST: ['hidden', 'A simulator that is already running.'],
    SIMULATOR_PORT: ['plain', 'Its port.'],
    SIMULATOR_PASSWORD: ['hidden', 'Its password.'],
    DEMO_MARKET: ['plain', 'Whether players of the demo list dinosaurs and staff schedule events.'],
  },
}

const described: ReadonlyMap<string, readonly [VariableGroup, ...Described]> = new Map(
  Object.entries(variables).flatMap(([group, all]) =>
    Object.entries(all).map(([name, one]) => [name, [group as VariableGroup, ...one]] as const),
  ),
)

type Environment = Readonly<Record<string, unknown>>

/**
 * What an owner reads of the environment. A variable that is not described is hidden.
 * @param given the variables that are set, as texts
 * @param held all variables, parsed; those without a value or a default are left out, or undefined
 */
export function describeVariables(given: Environment, held: Environment, names: readonly string[]): HubVariable[] {
  const order = [...described.keys()]
  const place = (name: string) => (described.has(name) ? order.indexOf(name) : order.length)
  return names
    .toSorted((one, other) => place(one) - place(other))
    .map((name) => {
      const [group, shown, about] = described.get(name) ?? (['hub', 'hidden', ''] as const)
      const isSet = given[name] !== undefined
      return {
        name,
        group,
        about,
        isHidden: shown === 'hidden',
        isSet,
        value: shown === 'hidden' ? null : valueText(given[name], held[name]),
      }
    })
}

const mostCharacters = 200

/** The value in effect, as a text; null for none. */
function valueText(given: unknown, held: unknown): string | null {
  if (held === undefined) return null
  if (typeof held === 'boolean') return held ? 'on' : 'off'
  const text =
    typeof held === 'object' && !Array.isArray(held)
      ? String(given)
      : Array.isArray(held)
        ? held.join(', ')
        : String(held)
  return text.slice(0, mostCharacters)
}

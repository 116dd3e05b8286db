// One file because the steps of the guide are read as a whole, in their order.
import type { z } from 'zod'
import type { HubBackup } from '../../../shared/features/backups/backups.ts'
import {
  type CheckedConnection,
  type ConnectionName,
  type Finding,
  stateOf,
} from '../../../shared/features/connections/connections.ts'
import { type PostChannel, postChannels, type postSettings } from '../../../shared/features/notifications/posts.ts'
import type { HubConfiguration } from '../../../shared/features/server/queries.ts'

/** How a step is tried: the hub checks all connections, posts a test, or this browser asks the hub at its address. */
type Trial = 'connections' | 'post' | 'address'

export interface SetupStep {
  readonly key: string
  readonly title: string
  /** What the community gets by it. */
  readonly gives: string
  /** `needed`: without it the hub is not of much use. */
  readonly weight: 'needed' | 'useful' | 'optional'
  /** Null while the hub checks it for the first time. */
  readonly findings: readonly Finding[] | null
  readonly trial: Trial | null
  /** When the hub last tried it, epoch ms; null if it never did, or if this browser tries it. */
  readonly triedAt?: number | null
  /** Where it is tried or set. */
  readonly place?: { readonly href: string; readonly name: string }
}

export interface SetupFacts {
  readonly configuration: Pick<HubConfiguration, 'environment' | 'variables'>
  /** What the hub found when it last tried the connections to the game; null before that. */
  readonly checked: Partial<Record<ConnectionName, CheckedConnection>> | null
  /** Of this page. */
  readonly origin: string
  /** Newest first; null until the hub has listed them. */
  readonly backups: readonly Pick<HubBackup, 'verified'>[] | null
  /** How the last post to each channel went. */
  readonly posts: PostResults
}

type PostResults = z.infer<typeof postSettings.schema>['last']

const env = (...lines: string[]): Finding['add'] => ({ file: '.env', lines })
const found = (state: Finding['state'], says: string, more: Partial<Pick<Finding, 'mend' | 'add'>> = {}): Finding => ({
  state,
  says,
  mend: null,
  add: null,
  ...more,
})
const restart = 'Add the lines with your own values, and restart the hub.'

/** All steps of the first run, those with the most value first. */
export function setupSteps(facts: SetupFacts): readonly SetupStep[] {
  return [
    connectionStep(facts, 'rcon', {
      title: 'Game server',
      gives: "Who plays where, kicks, bans and messages, over the game's RCON.",
      weight: 'needed',
      variable: 'EVRIMA_HOST',
      lines: ['EVRIMA_HOST=203.0.113.10', 'EVRIMA_RCON_PORT=8888', 'EVRIMA_RCON_PASSWORD=your-password'],
    }),
    ownerStep(facts),
    addressStep(facts),
    signInStep(facts),
    joinStep(facts),
    connectionStep(facts, 'log', {
      title: 'Game log',
      gives: 'Kills, deaths, chat, joins and leaves. RCON reports none of them.',
      weight: 'useful',
      variable: 'GAME_LOG',
      lines: ['GAME_LOG=sftp://user@203.0.113.10:2022/TheIsle/Saved/Logs', 'GAME_FILES_KEY=your-sftp-password'],
    }),
    connectionStep(facts, 'mod', {
      title: 'Command mod',
      gives: 'Slay, heal, teleport, grow, park and redeem without staff.',
      weight: 'useful',
      variable: 'MOD_BRIDGE',
      lines: ['MOD_BRIDGE=sftp://user@203.0.113.10:2022/TheIsle/Binaries/Win64/ue4ss/Mods/CommandBridge/Saved'],
    }),
    connectionStep(facts, 'host', {
      title: 'Host of the game server',
      gives: 'Start, restart, shut down and back up the game from here.',
      weight: 'useful',
      variable: 'HOST_PANEL_URL',
      lines: [
        'HOST_PANEL_URL=https://panel.example.org',
        'HOST_PANEL_KEY=your-client-api-key',
        'HOST_PANEL_SERVER=1a2b3c4d',
      ],
    }),
    backupStep(facts),
    webhookStep(facts),
    pushStep(facts),
    redisStep(facts),
  ]
}

const isSet = ({ configuration }: SetupFacts, name: string) =>
  configuration.variables.some((one) => one.name === name && one.isSet)

const isDemo = ({ configuration }: SetupFacts) => configuration.environment !== 'production'

interface ConnectionStepWords {
  readonly title: string
  readonly gives: string
  readonly weight: SetupStep['weight']
  /** Not set: in a demo the simulator takes its place. */
  readonly variable: string
  readonly lines: readonly string[]
}

function connectionStep(
  facts: SetupFacts,
  name: ConnectionName,
  { title, gives, weight, variable, lines }: ConnectionStepWords,
): SetupStep {
  const results = facts.checked?.[name]?.findings ?? null
  const stand = isDemo(facts) && !isSet(facts, variable)
  const isSimulated = stand && results !== null && stateOf({ findings: [...results] }) !== 'absent'
  const own = [
    found('absent', "This is a demo: the simulator takes its place, and the result below is the simulator's.", {
      mend: 'For your own server, add the lines with your own values, and restart the hub.',
      add: env(...lines),
    }),
    ...(name === 'rcon' ? [inGame] : []),
  ]
  return {
    key: name,
    title,
    gives,
    weight,
    findings: results && (isSimulated ? [...own, ...results] : results),
    trial: 'connections',
    triedAt: facts.checked?.[name]?.checkedAt ?? null,
  }
}

const inGame = found('absent', 'RCON has to be on in your game server.', {
  mend: 'Edit Game.ini while the game server is stopped, then start it. The password and the port are those of .env.',
  add: {
    file: 'Game.ini',
    lines: ['[/Script/TheIsle.TIGameSession]', 'bRconEnabled=true', 'RconPassword=your-password', 'RconPort=8888'],
  },
})

function ownerStep(facts: SetupFacts): SetupStep {
  const hasKey = isSet(facts, 'OWNER_KEY_HASH')
  const owner = isSet(facts, 'OWNER_STEAM_IDS')
    ? found('good', 'Your SteamID64 is set: you are the owner whenever you sign in with Steam.')
    : found(
        'absent',
        isDemo(facts) ? 'This is a demo: anyone can sign in as owner.' : 'No account is the owner permanently.',
        {
          mend: `Your SteamID64 has 17 digits; steamid.io finds it. ${restart}`,
          add: env('OWNER_STEAM_IDS=76561190000000000'),
        },
      )
  const key = hasKey
    ? found('good', 'The owner key is set. It opens this panel for 12 hours.')
    : found(
        'absent',
        'There is no owner key. You need one only if others, or you without Steam, should open this panel.',
        {
          mend: `npm run hash-secret makes the hash of a key that you choose. Keep the single quotes. ${restart}`,
          add: env("OWNER_KEY_HASH='scrypt$…'"),
        },
      )
  return {
    key: 'owner',
    title: 'You as the owner',
    gives: 'Your role is permanent: no page can take it from you.',
    weight: 'needed',
    findings: [owner, key],
    trial: null,
    place: { href: '/admins', name: 'See who has which role' },
  }
}

const isLocal = (origin: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin)

function addressStep(facts: SetupFacts): SetupStep {
  const { origin } = facts
  const add = env(`PUBLIC_URL=${origin.startsWith('https:') && !isLocal(origin) ? origin : 'https://hub.example.org'}`)
  const finding = isSet(facts, 'PUBLIC_URL')
    ? origin.startsWith('https:')
      ? found('good', 'The public address is set, and you opened this page over https.')
      : found('warning', 'The public address is set, and you opened this page without https.', {
          mend: 'Put a web server with TLS in front, and open the hub at its https address.',
        })
    : found(
        'absent',
        isLocal(origin)
          ? 'The hub can be reached only from this machine.'
          : 'The hub does not know its public address.',
        {
          mend: `Put a web server with TLS in front of the hub. Links in posts, sign-in and push need the address. ${restart}`,
          add,
        },
      )
  return {
    key: 'address',
    title: 'Public address',
    gives: 'Players reach the hub; sign-in, links in posts and push work.',
    weight: 'needed',
    findings: [finding],
    trial: 'address',
  }
}

function signInStep(facts: SetupFacts): SetupStep {
  const { origin } = facts
  const redirect = `${origin}/auth/discord/return`
  const steam = isSet(facts, 'STEAM_API_KEY')
    ? found('good', 'Steam: signing in works, with names and avatars.')
    : found('warning', 'Steam: signing in works, without names and avatars.', {
        mend: `Steam gives a Web API key at steamcommunity.com/dev/apikey. ${restart}`,
        add: env('STEAM_API_KEY=your-key'),
      })
  const discord = isSet(facts, 'DISCORD_CLIENT_ID')
    ? found('good', 'Discord: the application is set.', {
        mend: `If signing in fails, add this redirect under OAuth2 of the application: ${redirect}`,
      })
    : found('absent', 'Discord: users cannot sign in with it.', {
        mend: `Make an application at discord.com/developers, add the redirect ${redirect}, and copy its id and secret. ${restart}`,
        add: env('DISCORD_CLIENT_ID=1234567890', 'DISCORD_CLIENT_SECRET=your-secret'),
      })
  return {
    key: 'signIn',
    title: 'Signing in',
    gives: 'Players get their balances, inventory and place on the map.',
    weight: 'needed',
    findings: [steam, discord],
    trial: null,
    place: { href: '/auth', name: 'Try it on Auth Test' },
  }
}

function joinStep(facts: SetupFacts): SetupStep {
  return {
    key: 'join',
    title: 'Address of the game',
    gives: 'Players can join the game from here, and see its address on Home, Games and Information.',
    weight: 'useful',
    findings: [
      isSet(facts, 'GAME_ADDRESS')
        ? found('good', 'The address where players join is set.')
        : found(
            'absent',
            isDemo(facts)
              ? 'This is a demo: no game runs at the address that is shown.'
              : 'Players have to find your server in the list of the game.',
            {
              mend: `The name or address of your game server, and the port where players join, not the RCON port. ${restart}`,
              add: env('GAME_ADDRESS=play.example.org:16006'),
            },
          ),
    ],
    trial: null,
    place: { href: '/', name: 'See it on Home' },
  }
}

function backupStep({ backups }: SetupFacts): SetupStep {
  const [newest] = backups ?? []
  const finding = newest
    ? backupFinding(newest)
    : found('absent', 'No backup has been made yet.', {
        mend: 'Make one now, and choose when the hub makes them automatically.',
      })
  return {
    key: 'backups',
    title: 'Backups',
    gives: 'A broken disk or a wrong command costs you nothing.',
    weight: 'needed',
    findings: backups === null ? null : [finding],
    trial: null,
    place: { href: '/owner-panel?tab=backups', name: 'Open Backups' },
  }
}

function backupFinding({ verified: { state, why } }: Pick<HubBackup, 'verified'>): Finding {
  if (state === 'tried' || state === 'read') return found('good', 'The newest backup was read in full and can be used.')
  if (state === 'unverified') return found('warning', 'The newest backup has not been tested yet.')
  return found('bad', `The newest backup can't be used. ${why ?? ''}`.trim(), {
    mend: 'Make another one, and keep the older ones.',
  })
}

const channelWords: Readonly<Record<PostChannel, readonly [name: string, variable: string]>> = {
  discord: ['Discord', 'DISCORD_WEBHOOK_URL'],
  webhook: ['Your webhook', 'WEBHOOK_URL'],
}

function webhookStep(facts: SetupFacts): SetupStep {
  const channels = postChannels.filter((channel) => isSet(facts, channelWords[channel][1]))
  const times = channels.flatMap((channel) => facts.posts[channel]?.at ?? [])
  return {
    key: 'webhook',
    title: "Your community's channel",
    gives: 'New events and challenges are posted to Discord, or to a program of yours.',
    weight: 'useful',
    findings:
      channels.length > 0
        ? channels.map((channel) => postFinding(facts, channel))
        : [
            found('absent', 'No webhook is set.', {
              mend: `In Discord: channel settings, Integrations, Webhooks, Copy URL. Anyone who has that address can post there. ${restart}`,
              add: env('DISCORD_WEBHOOK_URL=https://discord.com/api/webhooks/…'),
            }),
          ],
    trial: channels.length > 0 ? 'post' : null,
    triedAt: times.length > 0 ? Math.max(...times) : null,
    place: { href: '/notifications', name: 'Choose what is posted' },
  }
}

function postFinding({ posts }: SetupFacts, channel: PostChannel): Finding {
  const [name, variable] = channelWords[channel]
  const last = posts[channel]
  if (!last)
    return found('warning', `${name} is set, but nothing has been posted there yet.`, {
      mend: 'Post a test and look for it there.',
    })
  if (last.problem === null) return found('good', `${name} accepted the last post.`)
  return found('bad', `${name} did not accept the last post. ${last.problem}`, {
    mend: `Check ${variable}, restart the hub if you change it, and post a test.`,
  })
}

function pushStep(facts: SetupFacts): SetupStep {
  const isSecure = facts.origin.startsWith('https:') || isLocal(facts.origin)
  const secure = isSecure
    ? found('good', 'Browsers can be notified from this address.')
    : found('bad', 'Browsers accept no push messages from an address without https.', {
        mend: 'Set up the public address first.',
      })
  const contact = isSet(facts, 'PUSH_CONTACT')
    ? found('good', 'Operators of push services know how to reach you.')
    : found('warning', 'Operators of push services do not know how to reach you. Apple wants a real address.', {
        mend: restart,
        add: env('PUSH_CONTACT=mailto:owner@example.org'),
      })
  return {
    key: 'push',
    title: 'Push messages',
    gives: 'Players learn of sales, gifts and events while no page is open.',
    weight: 'useful',
    findings: [secure, contact],
    trial: null,
    place: { href: '/notifications', name: 'Switch push on in this browser' },
  }
}

function redisStep(facts: SetupFacts): SetupStep {
  return {
    key: 'redis',
    title: 'Several nodes',
    gives: 'The hub keeps running when one machine fails. For hundreds of players one process is enough.',
    weight: 'optional',
    findings: [
      isSet(facts, 'REDIS_URL')
        ? found('good', 'The hub keeps its data in Redis, which several nodes can share.')
        : found('absent', 'The hub keeps its data in its own folder, as one process.', {
            mend: `Only if you want several nodes: set appendonly yes and appendfsync always in Redis. ${restart}`,
            add: env('REDIS_URL=redis://127.0.0.1:6379'),
          }),
    ],
    trial: 'address',
  }
}

/** Of a step: that of its worst finding, where an absent part does not spoil what is there. Null while it is checked. */
export function stepState({ findings }: Pick<SetupStep, 'findings'>): Finding['state'] | null {
  if (findings === null) return null
  const [first] = findings
  return first?.state === 'absent' ? 'absent' : stateOf({ findings: [...findings] })
}

export const isStepDone = (step: Pick<SetupStep, 'findings'>) => stepState(step) === 'good'

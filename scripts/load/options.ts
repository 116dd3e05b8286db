import { readFlags, wholeNumber } from '../../server/game/commandLine.ts'

export const loadUsage = `npm run load -- --url http://127.0.0.1:8080 [--viewers 500] [--players 20] [--seconds 60] [--ramp 100]
             [--command-every 10] [--token TOKEN] [--out build/load]

Puts a hub under load as on an opening day, and reports how it copes: as text here, and as text and a picture in the folder --out.
--viewers are guests who watch what everyone may see. --players are signed in and watch all positions; each sends a harmless command
every --command-every seconds (0: never): it changes how large the map opens for the account that they use, and sets it back at the
end. --ramp is how many connect each second. --seconds begins when all are connected. Ctrl+C ends it early and still reports.

Only for a hub in demo mode, or with a token of its owner or of an admin (--token, or WATERHOLE_TOKEN in the environment).`

export interface LoadOptions extends LoadSettings {
  /** The folder for the report. */
  readonly out: string
}

/** Upper limits: above them it is not a test of one hub. */
const limits = { viewers: 50_000, players: 20_000, seconds: 86_400, ramp: 1_000 }

/** Parses the command line; null for --help. @throws an error that names the invalid flag */
export function loadArguments(args: readonly string[], environment: NodeJS.ProcessEnv): LoadOptions | null {
  const { values } = readFlags({
    args: [...args],
    options: {
      url: { type: 'string' },
      viewers: { type: 'string', default: '500' },
      players: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '60' },
      ramp: { type: 'string', default: '100' },
      'command-every': { type: 'string', default: '10' },
      token: { type: 'string' },
      out: { type: 'string', default: 'build/load' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const options = {
    url: originOf(values.url),
    token: values.token ?? (environment.WATERHOLE_TOKEN || null),
    viewers: wholeNumber('viewers', values.viewers, 0, limits.viewers),
    players: wholeNumber('players', values.players, 0, limits.players),
    seconds: wholeNumber('seconds', values.seconds, 1, limits.seconds),
    rampPerSecond: wholeNumber('ramp', values.ramp, 1, limits.ramp),
    commandEverySeconds: wholeNumber('command-every', values['command-every'], 0, 3_600),
    playersSee: 'map' as const,
    out: values.out,
  }
  if (options.viewers + options.players === 0)
    throw new Error('--viewers 0 and --players 0: one of them must be above 0.')
  return options
}

function originOf(url: string | undefined): string {
  if (!url) throw new Error('--url is missing: the address of the hub, such as http://127.0.0.1:8080.')
  const parsed = URL.parse(url)
  if (!/^https?:$/.test(parsed?.protocol ?? ''))
    throw new Error(`--url ${url}: an address such as http://127.0.0.1:8080.`)
  return (parsed as URL).origin
}

/** The load to put on a hub. */
export interface LoadSettings {
  /** Origin: http://127.0.0.1:8080 */
  readonly url: string
  readonly token: string | null
  /** Guests that watch public documents. */
  readonly viewers: number
  /** Signed in: they watch all positions and send commands. */
  readonly players: number
  /** Duration of the full load, after the ramp. */
  readonly seconds: number
  /** New connections per second. */
  readonly rampPerSecond: number
  /** Interval of each player's commands; 0 for none. */
  readonly commandEverySeconds: number
  /** Whether players watch the whole staff map or only positions. */
  readonly playersSee: 'map' | 'positions'
}

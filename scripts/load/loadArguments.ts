import { parseArgs } from 'node:util'
import type { LoadWish } from './loadWish.ts'

export const loadUsage = `npm run load -- --url http://127.0.0.1:8080 [--viewers 500] [--players 20] [--seconds 60] [--ramp 100]
             [--command-every 10] [--token TOKEN] [--out build/load]

Puts a hub under load as on an opening day, and tells how it bears it: text here, and text and a picture in the folder --out.
--viewers are guests who look at what everybody may see; --players are signed in, watch the places of all and each give a harmless
command every --command-every seconds (0: never): it changes how large the map opens for the account that they use, and is set
back at the end. --ramp is how many come in a second. --seconds begins when all are there. Ctrl+C ends it early and still tells.

Only for a hub in demo mode, or with a token of its owner or of an admin (--token, or WATERHOLE_TOKEN in the environment).`

export interface LoadOptions extends LoadWish {
  /** The folder for the report. */
  readonly out: string
}

/** Above these it is no test of one hub any more. */
const most = { viewers: 50_000, players: 20_000, seconds: 86_400, ramp: 1_000 }

/** What the command line asks for; null for help. @throws an error that names the flag that is wrong */
export function loadArguments(args: readonly string[], environment: NodeJS.ProcessEnv): LoadOptions | null {
  const { values } = parseArgs({
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
  const wish = {
    url: originOf(values.url),
    token: values.token ?? (environment.WATERHOLE_TOKEN || null),
    viewers: countOf('viewers', values.viewers, 0, most.viewers),
    players: countOf('players', values.players, 0, most.players),
    seconds: countOf('seconds', values.seconds, 1, most.seconds),
    rampPerSecond: countOf('ramp', values.ramp, 1, most.ramp),
    commandEverySeconds: countOf('command-every', values['command-every'], 0, 3_600),
    playersSee: 'map' as const,
    out: values.out,
  }
  if (wish.viewers + wish.players === 0) throw new Error('--viewers 0 and --players 0: nobody would come.')
  return wish
}

function originOf(url: string | undefined): string {
  if (!url) throw new Error('--url is missing: the address of the hub, as http://127.0.0.1:8080.')
  const parsed = URL.parse(url)
  if (!/^https?:$/.test(parsed?.protocol ?? '')) throw new Error(`--url ${url}: an address as http://127.0.0.1:8080.`)
  return (parsed as URL).origin
}

function countOf(name: string, given: string, least: number, highest: number): number {
  const count = Number(given)
  if (given.trim() !== '' && Number.isSafeInteger(count) && count >= least && count <= highest) return count
  throw new Error(`--${name} ${given}: a whole number from ${least} to ${highest}.`)
}

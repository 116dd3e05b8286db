import { readFlags } from '../../server/game/commandLine.ts'

/** Of runs on several nodes. */
export interface NodesOptions {
  /** Seed of the first run; each following run has the next one. */
  readonly seed: number
  readonly runs: number
  readonly nodes: number
  readonly store: 'redis' | 'embedded'
  /** After the faults users go on until so many commands of the economy were accepted; 150 ms at most for each. */
  readonly trades: number
  /** Clusters that run in parallel. */
  readonly lanes: number
}

/** Of runs in this process. */
export interface TortureOptions {
  /** The first seed; each following run has the next one. */
  readonly seed: number
  readonly seeds: number
  /** Classes of runs, by name, or by class and store as in `economy/redis`; empty for all. */
  readonly only: readonly string[]
}

export const tortureUsage = `npm run torture -- [--seeds N] [--seed FIRST] [--only economy,backups/redis]
Runs N seeds (26) in this process over real stores. The seeds take turns among the classes: economy, announcements, restarts, campaigns,
parking and backups, each over an embedded store and over Redis, and everysec. The report at the end says what was done, what broke, and
which command repeats it.
npm run torture -- nodes [--seed N] [--runs M] [--store redis|embedded] [--nodes K] [--lanes L] [--trades T]
Runs M runs of the seeds N, N+1, … on K nodes over a Redis of their own (3), or on one hub with its embedded store.
The same seed breaks the same things at the same times. L clusters run in parallel (2).
After the faults, users continue until T commands of the economy were accepted (80), for at most 150 ms each.`

const wholeNumber = (name: string, text: string, least: number) => {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= least) return number
  throw new Error(`--${name} is a whole number from ${least}, not "${text}".`)
}

/** Null for --help. @throws Error with a message for the user */
export function nodesArguments(args: readonly string[]): NodesOptions | null {
  const { values } = readFlags({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      runs: { type: 'string', default: '10' },
      nodes: { type: 'string', default: '3' },
      lanes: { type: 'string', default: '2' },
      trades: { type: 'string', default: '80' },
      store: { type: 'string', default: 'redis' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const { store } = values
  if (store !== 'redis' && store !== 'embedded') throw new Error(`--store is redis or embedded, not "${store}".`)
  return {
    store,
    seed: wholeNumber('seed', values.seed, 0),
    runs: wholeNumber('runs', values.runs, 1),
    nodes: store === 'embedded' ? 1 : wholeNumber('nodes', values.nodes, 1),
    lanes: wholeNumber('lanes', values.lanes, 1),
    trades: wholeNumber('trades', values.trades, 0),
  }
}

/** Null for --help. @throws Error with a message for the user */
export function tortureArguments(args: readonly string[]): TortureOptions | null {
  const { values } = readFlags({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '26' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  return {
    seed: wholeNumber('seed', values.seed, 0),
    seeds: wholeNumber('seeds', values.seeds, 1),
    only: values.only.split(',').filter((name) => name !== ''),
  }
}

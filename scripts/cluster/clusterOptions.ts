import { RedisUrl } from '../../server/config/addresses.ts'
import { readFlags, wholeNumber } from '../../server/game/commandLine.ts'

export const clusterUsage = `npm run cluster -- [--nodes 3] [--port 8080] [--redis URL] [--players 120] [--seed 7]

Several nodes that work as one hub, for development: a Redis of its own, which is removed at the end (or yours, with --redis), one
simulated game, the nodes on free ports, and a load balancer in front of them on --port. Ctrl+C stops them in order.`

/** Parses the command line; null for --help. @throws an error that names the invalid flag */
export function clusterOptions(args: readonly string[]) {
  const { values } = readFlags({
    args: [...args],
    options: {
      nodes: { type: 'string', default: '3' },
      port: { type: 'string', default: '8080' },
      redis: { type: 'string' },
      players: { type: 'string', default: '120' },
      seed: { type: 'string', default: '7' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  return {
    nodes: wholeNumber('nodes', values.nodes, 1, 9),
    port: wholeNumber('port', values.port, 0, 65_535),
    redis: redisOf(values.redis),
    players: wholeNumber('players', values.players, 0, 1_000),
    seed: wholeNumber('seed', values.seed, 0, 2 ** 32 - 1),
  }
}

function redisOf(url: string | undefined): string | null {
  if (url === undefined) return null
  const { data, error } = RedisUrl.safeParse(url)
  // Its value may hold a password.
  if (error) throw new Error(`--redis wants ${error.issues[0]?.message}. Left out, a Redis is started.`)
  return data
}
export type ClusterOptions = NonNullable<ReturnType<typeof clusterOptions>>

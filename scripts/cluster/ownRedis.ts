import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/testing/freePort.ts'
import { redisCommand } from '../../server/testing/redisCommand.ts'
import { startChild } from './child.ts'

const startsWithinMs = 20_000
const stopsWithinMs = 5_000

const missing =
  'redis-server is not there: install it (Debian: apt install redis-server), or name yours with --redis URL.'

/** A Redis with the settings that the README asks for, in a folder of its own. @throws Error that says how to mend it */
export async function startOwnRedis(folder: string) {
  const port = await freePort()
  const said: string[] = []
  const settings = { port, bind: '127.0.0.1', dir: folder, appendonly: 'yes', appendfsync: 'always', save: '' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = startChild({ command: 'redis-server', args, onLine: (line) => void said.push(line) })
  let hasEnded = false
  void child.ended.then(() => {
    hasEnded = true
  })
  const until = performance.now() + startsWithinMs
  for (;;) {
    const isUp = await redisCommand(port, ['PING']).then(
      () => true,
      () => false,
    )
    if (isUp) return { url: `redis://127.0.0.1:${port}`, folder: join(folder), stop: () => child.stop(stopsWithinMs) }
    if (hasEnded) throw new Error(said.some((line) => line.includes('ENOENT')) ? missing : said.join('\n'))
    if (performance.now() > until) throw new Error(`Redis did not start:\n${said.join('\n')}`)
    await sleep(50)
  }
}

import type { RedisProcess } from '../../../testing/redisProcess.ts'

type Command = readonly string[]

/**
 * All keys of a Redis as the commands that make them: a dump that any version of Redis loads and that a reader can compare. Leases and
 * other keys that expire are left out.
 */
export async function dumpCommands({ command }: Pick<RedisProcess, 'command'>): Promise<Command[]> {
  const keys = ((await command('KEYS', '*')) as string[]).toSorted()
  const commands: Command[] = []
  for (const key of keys) {
    if ((await command('PTTL', key)) !== -1) continue
    commands.push(...(await commandsOf(command, key)))
  }
  return commands
}

async function commandsOf(command: RedisProcess['command'], key: string): Promise<Command[]> {
  const type = await command('TYPE', key)
  if (type === 'string') return [['SET', key, String(await command('GET', key))]]
  if (type === 'hash') return [['HSET', key, ...((await command('HGETALL', key)) as string[])]]
  if (type === 'set') return [['SADD', key, ...((await command('SMEMBERS', key)) as string[]).toSorted()]]
  if (type === 'zset') {
    const pairs = (await command('ZRANGE', key, '0', '-1', 'WITHSCORES')) as string[]
    const scored = pairs.flatMap((member, at) => (at % 2 === 0 ? [pairs[at + 1] ?? '', member] : []))
    return [['ZADD', key, ...scored]]
  }
  const rows = (await command('XRANGE', key, '-', '+')) as [string, string[]][]
  return rows.map(([id, fields]) => ['XADD', key, id, ...fields])
}

export async function loadCommands({ command }: Pick<RedisProcess, 'command'>, commands: readonly Command[]) {
  for (const args of commands) await command(...args)
}

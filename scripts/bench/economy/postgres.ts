import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import { freePort } from '../../../server/testing/freePort.ts'
import { benchFolder } from '../journalHub.ts'

const debianFolder = '/usr/lib/postgresql'
const startsWithinMs = 180_000

/** Durable, and tuned as one tunes it: no checkpoint and no compiling of statements falls into a pass. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '300',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  wal_buffers: '16MB',
  jit: 'off',
}

/** The programs of the newest Postgres of Debian's packages; null where there is none. */
function programsFolder(): string | null {
  if (!existsSync(debianFolder)) return null
  const versions = readdirSync(debianFolder).filter((version) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(debianFolder, version, 'bin', program))),
  )
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0]
  return newest === undefined ? null : join(debianFolder, newest, 'bin')
}

/** Postgres refuses to run as root: then it runs as the user that its package made. */
function runAs(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Starts a Postgres of its own, with fsync, in a folder of its own. Null where none is installed. */
export async function startPostgres() {
  const programs = programsFolder()
  if (programs === null) return null
  const { folder, remove } = benchFolder('postgres')
  const [user, port, store] = [runAs(), await freePort(), join(folder, 'store')]
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const making = ['-D', store, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  execFileSync(join(programs, 'initdb'), making, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', store, '-h', '', '-p', `${port}`, '-k', folder, ...given], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // Over a Unix socket, which costs less than TCP.
  const address = { host: folder, port, user: 'bench' } satisfies PoolConfig
  const connect = async (database = 'postgres') => {
    const client = new Client({ ...address, database })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const until = performance.now() + startsWithinMs
  for (let isUp = false; !isUp; ) {
    isUp = await connect().then(
      (client) => client.end().then(() => true),
      () => false,
    )
    if (child.exitCode !== null || performance.now() > until) throw new Error(`Postgres did not start:\n${said}`)
    if (!isUp) await sleep(50)
  }
  return {
    version: programs.split('/').at(-2) ?? '',
    address,
    connect,
    cpu: () => cpuOfChildren(child.pid ?? 0),
    async close() {
      child.kill('SIGINT')
      await ended
      process.off('exit', kill)
      remove()
    },
  }
}

/** CPU that the processes of a parent have used so far, µs; of those that ended, nothing. 0 where the system does not say it by process. */
function cpuOfChildren(parent: number): number {
  const cpuOf = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000
    } catch {
      return 0
    }
  }
  const children = `/proc/${parent}/task/${parent}/children`
  const pids = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : []
  return pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
}
export type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>

import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../engine/clock.ts'
import type { PanelAnswer, PanelCall, PanelFaults } from './panelCall.ts'

export type PowerSignal = 'start' | 'stop' | 'restart' | 'kill'

/** The game server that a panel runs. */
export interface PanelGame {
  state(): 'offline' | 'starting' | 'running' | 'stopping'
  /** Takes a while; `state` tells how far it is. */
  power(signal: PowerSignal): void
  /** Only while it runs. */
  command(line: string): void
  /** Ms since it was started; 0 while it is off. */
  uptimeMs(): number
}

interface PanelHostOptions {
  readonly faults: PanelFaults
  readonly clock: Clock
  readonly game: PanelGame | null
  /** Of the server's files, whose name backups carry. */
  readonly root: string
}

const Power = z.object({ signal: z.enum(['start', 'stop', 'restart', 'kill']) })
const Command = z.object({ command: z.string().min(1) })
const NewBackup = z.object({
  name: z.string().nullish(),
  ignored: z.string().nullish(),
  is_locked: z.boolean().nullish(),
})
const backupMs = 2_000
const mostBackups = 5

/** The server, and what the account of the key may do with it. */
const serverOf = ({ permissions }: PanelFaults) => ({
  object: 'server',
  attributes: {
    name: 'The Isle',
    is_suspended: false,
    feature_limits: { databases: 0, allocations: 1, backups: mostBackups },
  },
  meta: { is_server_owner: permissions === null, user_permissions: permissions ?? ['*'] },
})

interface Backup {
  readonly uuid: string
  readonly name: string
  readonly locked: boolean
  readonly createdAt: number
  completedAt: number | null
}

/** Power, console, resources and backups of the simulated panel. A backup takes two seconds; more than five are refused. */
export function createPanelHost({ faults, clock, game, root }: PanelHostOptions) {
  const backups = new Map<string, Backup>()

  const power = ({ body }: PanelCall): PanelAnswer => {
    const { signal } = Power.parse(JSON.parse(body.toString()))
    if (!faults.idle) game?.power(signal)
    return { status: 204 }
  }
  const command = ({ body }: PanelCall): PanelAnswer => {
    const { command: line } = Command.parse(JSON.parse(body.toString()))
    if (game?.state() !== 'running') return { status: 502, json: 'Server must be online in order to send commands.' }
    if (!faults.idle) game.command(line)
    return { status: 204 }
  }
  const resources = (): PanelAnswer => {
    const isUp = game?.state() === 'running'
    return {
      status: 200,
      json: {
        object: 'stats',
        attributes: {
          current_state: game?.state() ?? 'offline',
          is_suspended: false,
          resources: {
            memory_bytes: isUp ? 6_442_450_944 : 0,
            cpu_absolute: isUp ? 148.3 : 0,
            disk_bytes: 21_474_836_480,
            network_rx_bytes: isUp ? 1_048_576 : 0,
            network_tx_bytes: isUp ? 4_194_304 : 0,
            uptime: game?.uptimeMs() ?? 0,
          },
        },
      },
    }
  }
  const createBackup = ({ body }: PanelCall): PanelAnswer => {
    const given = NewBackup.parse(body.length === 0 ? {} : JSON.parse(body.toString()))
    if (backups.size >= mostBackups)
      return { status: 400, json: 'Cannot create a new backup, this server has reached its limit of 5.' }
    const createdAt = clock.now()
    const name = given.name ?? `Backup at ${new Date(createdAt).toISOString()}`
    const backup: Backup = { uuid: randomUUID(), name, locked: given.is_locked === true, createdAt, completedAt: null }
    if (!faults.idle) {
      backups.set(backup.uuid, backup)
      clock.after(backupMs, () => {
        backup.completedAt = clock.now()
      })
    }
    return { status: 200, json: worded(backup) }
  }
  const worded = ({ uuid, name, locked, createdAt, completedAt }: Backup) => ({
    object: 'backup',
    attributes: {
      uuid,
      is_successful: completedAt !== null,
      is_locked: locked,
      name,
      ignored_files: [],
      checksum: completedAt === null ? null : `sha1:${createHash('sha1').update(`${root}${uuid}`).digest('hex')}`,
      bytes: completedAt === null ? 0 : 734_003_200,
      created_at: new Date(createdAt).toISOString(),
      completed_at: completedAt === null ? null : new Date(completedAt).toISOString(),
    },
  })
  const oneBackup = ({ method }: PanelCall, uuid: string): PanelAnswer | null => {
    const backup = backups.get(uuid)
    if (!backup) return null
    if (method === 'GET') return { status: 200, json: worded(backup) }
    if (method !== 'DELETE') return null
    if (backup.locked) return { status: 400, json: 'Cannot delete a backup that is marked as locked.' }
    if (!faults.idle) backups.delete(uuid)
    return { status: 204 }
  }
  const answerOf = (call: PanelCall): PanelAnswer | null => {
    const [, uuid] = /^\/backups\/([\w-]+)$/.exec(call.path) ?? []
    if (uuid) return oneBackup(call, uuid)
    switch (`${call.method} ${call.path}`) {
      case 'GET ':
        return { status: 200, json: serverOf(faults) }
      case 'POST /power':
        return power(call)
      case 'POST /command':
        return command(call)
      case 'GET /resources':
        return resources()
      case 'GET /backups':
        return {
          status: 200,
          json: { object: 'list', data: [...backups.values()].map(worded), meta: { backup_count: backups.size } },
        }
      case 'POST /backups':
        return createBackup(call)
      default:
        return null
    }
  }

  return {
    /** Null for a path that is not known. */
    async answer(call: PanelCall): Promise<PanelAnswer | null> {
      try {
        return answerOf(call)
      } catch {
        return { status: 422, json: 'The given data was invalid.' }
      }
    },
  }
}

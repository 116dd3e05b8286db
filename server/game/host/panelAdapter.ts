import { z } from 'zod'
import { gameStates } from '../../../shared/features/gameHost/gameHost.ts'
import type { Clock } from '../../engine/clock.ts'
import { FolderError } from '../files/folder.ts'
import { createPanelClient, type PanelAddress, type PanelRequest } from '../files/panelClient.ts'
import { type BackupSight, type HostAdapter, HostError, type HostLack, type PowerAct, withinMs } from './hostAdapter.ts'

interface PanelAdapterOptions {
  readonly panel: PanelAddress
  readonly clock: Clock
  /** Ms for an answer. */
  readonly answerMs?: number
}

const number = z.number().nonnegative().nullish().catch(null)
/** `GET /resources`. Memory and disk are bytes, CPU percent of one core, uptime ms of the container. */
const Resources = z.object({
  attributes: z.object({
    current_state: z.string(),
    is_suspended: z.boolean().default(false),
    resources: z
      .object({ memory_bytes: number, cpu_absolute: number, disk_bytes: number, uptime: number })
      .partial()
      .default({}),
  }),
})
const Backups = z.object({
  data: z.array(
    z.object({
      attributes: z.object({
        name: z.string(),
        is_successful: z.boolean().default(false),
        completed_at: z.string().nullish(),
      }),
    }),
  ),
})

const signals: Readonly<Record<PowerAct, string>> = { start: 'start', restart: 'restart', shutdown: 'stop' }

/** The game server in a Pelican or Pterodactyl panel: power, resources, console lines and the panel's own backups. */
export function createPanelAdapter({ panel, clock, answerMs = 12_000 }: PanelAdapterOptions): HostAdapter {
  const client = createPanelClient(panel, clock)
  const { host } = new URL(panel.url)
  const late = `The panel ${host} did not answer within ${answerMs / 1_000} s.`
  const ask = (request: Omit<PanelRequest, 'signal'>) =>
    withinMs(clock, answerMs, late, (signal) => client.ask({ ...request, signal })).catch((error: unknown) => {
      throw hostError(error)
    })

  return {
    name: 'panel',
    place: `${host}, server ${panel.server}`,
    can: {
      start: true,
      restart: true,
      shutdown: true,
      state: true,
      resources: true,
      console: true,
      files: true,
      backups: 'always',
    },
    textOf: (act) => (act === 'backup' ? 'Back up in the panel' : `${signals[act]} in the panel`),
    async read() {
      const parsed = Resources.safeParse(await ask({ method: 'GET', path: '/resources' }))
      if (!parsed.success) throw new HostError('lost', `${host} does not answer as a Pelican or Pterodactyl panel.`)
      const { current_state: said, is_suspended: isSuspended, resources } = parsed.data.attributes
      if (isSuspended) throw new HostError('refused', `The panel ${host} has suspended the server ${panel.server}.`)
      const state = gameStates.find((one) => one === said) ?? null
      return {
        state,
        // It is 0 while the panel has not measured it yet.
        uptimeMs: state === 'offline' ? null : resources.uptime || null,
        cpuPercent: resources.cpu_absolute ?? null,
        memoryBytes: resources.memory_bytes ?? null,
        diskBytes: resources.disk_bytes ?? null,
      }
    },
    async lacks() {
      const parsed = Server.safeParse(
        await ask({ method: 'GET', path: '' }).catch((error: HostError) => {
          throw error.cause instanceof FolderError && error.cause.code === 'notFound'
            ? unknownServer(host, panel)
            : error
        }),
      )
      return parsed.success ? lacksOf(parsed.data, host) : []
    },
    async power(act) {
      await ask({ method: 'POST', path: '/power', body: { signal: signals[act] } })
    },
    async sendLine(line) {
      await ask({ method: 'POST', path: '/command', body: { command: line } })
    },
    backups: {
      async begin(name) {
        await ask({ method: 'POST', path: '/backups', body: { name, is_locked: false } })
      },
      async find(name): Promise<BackupSight> {
        const query = { per_page: '100' }
        const parsed = Backups.safeParse(await ask({ method: 'GET', path: '/backups', query }))
        const found = parsed.data?.data.find(({ attributes }) => attributes.name === name)?.attributes
        if (!found) return 'none'
        if (!found.completed_at) return 'running'
        return found.is_successful ? 'done' : 'failed'
      },
    },
    async close() {},
  }
}

const unknownServer = (host: string, { server }: PanelAddress) =>
  new HostError(
    'refused',
    `The panel ${host} knows the key, and has no server ${server} for its account. HOST_PANEL_SERVER is the identifier in the address of the server's page.`,
  )

/** `GET` of the server itself: what the account of the key may do there, and how many backups the server may have. */
const Server = z.object({
  attributes: z.object({ feature_limits: z.object({ backups: z.number().nullish() }).nullish() }),
  meta: z
    .object({ is_server_owner: z.boolean().nullish(), user_permissions: z.array(z.string()).nullish() })
    .nullish()
    .catch(null),
})

/** Rights that the hub uses, by what it cannot do without them. */
const rights: readonly (readonly [name: string, without: string])[] = [
  ['control.start', 'start'],
  ['control.restart', 'restart'],
  ['control.stop', 'shut down'],
  ['backup.create', 'make backups'],
  ['backup.read', 'see backups'],
]

function lacksOf({ attributes, meta }: z.output<typeof Server>, host: string): readonly HostLack[] {
  const held = meta?.is_server_owner ? ['*'] : (meta?.user_permissions ?? ['*'])
  const missing = held.includes('*') ? [] : rights.filter(([name]) => !held.includes(name))
  const lacks: HostLack[] = []
  if (missing.length > 0)
    lacks.push({
      says: `The account of the key may not ${missing.map(([name, without]) => `${without} (${name})`).join(', ')}.`,
      mend: `On ${host}, give the account these permissions under Users of the server, or use a key of the server's owner.`,
      isFatal: false,
    })
  if (attributes.feature_limits?.backups === 0)
    lacks.push({
      says: "The panel doesn't allow backups of this server.",
      mend: 'Ask your hosting company for a higher backup limit.',
      isFatal: false,
    })
  return lacks
}

/** System errors after which nothing can have been sent. */
const unsentCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])

/** Whether `fetch` failed before a connection was open. */
export const isUnsent = (error: unknown): boolean => {
  const { cause } = (error ?? {}) as { cause?: { code?: unknown } }
  return unsentCodes.has(cause?.code) || cause?.code === 'UND_ERR_CONNECT_TIMEOUT'
}

function hostError(error: unknown): HostError {
  if (error instanceof HostError) return error
  if (!(error instanceof FolderError)) return new HostError('lost', (error as Error).message, { cause: error })
  const { code, message, status, cause } = error
  const options = { cause: error }
  if (code === 'busy') return new HostError('notSent', message, options)
  if (code === 'refused') return new HostError('denied', message, options)
  if (code === 'notFound') return new HostError('refused', message, options)
  if (code === 'failed' && status !== null && status < 500) return new HostError('refused', message, options)
  return new HostError(code === 'unreachable' && isUnsent(cause) ? 'notSent' : 'lost', message, options)
}

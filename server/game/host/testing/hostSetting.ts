import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DeliveryKind } from '../../../../shared/features/deliveries/kinds.ts'
import { type Clock, systemClock } from '../../../engine/clock.ts'
import { startAmpServer } from '../../simulator/ampServer.ts'
import { createGameProcess } from '../../simulator/gameProcess.ts'
import { startPanelServer } from '../../simulator/panelServer.ts'
import { createTestGame } from '../../testing/testSimulator.ts'
import { createAmpAdapter } from '../ampAdapter.ts'
import type { HostAdapter } from '../hostAdapter.ts'
import { createHostLink, type GameSight } from '../hostLink.ts'
import { createPanelAdapter } from '../panelAdapter.ts'

export const secret = 'n0t-t0-be-sh0wn'
const host = '127.0.0.1'

interface SettingOptions {
  /** Of the link. */
  readonly clock?: Clock
  /** Ms for an answer of the host. */
  readonly answerMs?: number
  /** The game reports its own uptime. */
  readonly tellsUptime?: boolean
  readonly sendsLines?: boolean
}

/** A host over a real port, a game process that it runs, and the link to both. */
export async function openHost(kind: 'panel' | 'amp', options: SettingOptions = {}) {
  // A test that moves the clock may do so while a request is on its way.
  const { clock = systemClock, answerMs = clock === systemClock ? 5_000 : 1e9, sendsLines = false } = options
  const game = openGame(clock, options.tellsUptime ?? false)
  const server = kind === 'panel' ? await openPanel(game.process) : await openAmp(game.process)
  onTestFinished(() => server.close())
  const adapter = server.adapter(clock, answerMs)
  const warnings: string[] = []
  const log = { info() {}, warn: (text: string) => void warnings.push(text) }
  const timings = { watchEveryMs: clock === systemClock ? 10 : 2_000, firstRetryMs: 10, maxRetryMs: 20 }
  const link = createHostLink({ adapter, game: game.sight, clock, log, sendsLines, timings })
  onTestFinished(() => link.actions.close())
  return { ...game, ...server, adapter, link, warnings, ...actsOf(link.actions) }
}

const actsOf = (actions: ReturnType<typeof createHostLink>['actions']) => ({
  act: (kind: DeliveryKind, id = kind as string) =>
    actions.perform({ kind, target: null, detail: {}, ...({ id } as object) }),
  untilUp: () =>
    new Promise<void>((resolve) => {
      if (actions.state().name === 'up') return resolve()
      const stop = actions.onState(({ name }) => {
        if (name !== 'up') return
        stop()
        resolve()
      })
    }),
})

function openGame(clock: Clock, tellsUptime: boolean) {
  const { world } = createTestGame({ players: 6 })
  let upSince: number | null = clock.now() - 60_000
  // Its first reading is when the process was started.
  let isFirst = true
  const monotonic = () => {
    const startedAgoMs = isFirst ? 3_600_000 : 0
    isFirst = false
    return clock.monotonic() - startedAgoMs
  }
  const process = createGameProcess({
    world,
    clock: { ...clock, monotonic },
    stopMs: 20,
    startMs: 20,
    async close() {
      upSince = null
    },
    async open() {
      upSince = clock.now()
    },
  })
  onTestFinished(() => process.close())
  const hang = () => {
    upSince = null
  }
  const sight: GameSight = {
    connectedSince: () => upSince,
    uptimeMs: async () => (tellsUptime ? process.uptimeMs() : null),
  }
  return { process, sight, hang }
}
type GameProcess = ReturnType<typeof openGame>['process']

async function openPanel(game: GameProcess) {
  const root = mkdtempSync(join(tmpdir(), 'waterhole-panel-'))
  const address = { key: secret, server: '1a2b3c4d' }
  const panel = await startPanelServer({ host, port: 0, root, clock: systemClock, game, ...address })
  const { faults, log } = panel
  return {
    adapter: (clock: Clock, answerMs: number): HostAdapter =>
      createPanelAdapter({ panel: { url: panel.url, ...address }, clock, answerMs }),
    faults,
    log,
    /** How many requests of this path arrived: `POST /power`. */
    arrived: (what: 'power' | 'backup') =>
      log.filter((line) => line === (what === 'power' ? 'POST /power' : 'POST /backups')).length,
    deny() {
      faults.refuseKey = true
    },
    close: async () => {
      await panel.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function openAmp(game: GameProcess) {
  const [user, password] = ['waterhole', secret]
  const amp = await startAmpServer({ host, port: 0, user, password, clock: systemClock, game })
  const { faults, log } = amp
  const powers = ['Core/Start', 'Core/Stop', 'Core/Restart']
  return {
    adapter: (clock: Clock, answerMs: number): HostAdapter =>
      createAmpAdapter({ amp: { url: amp.url, user, password }, clock, answerMs }),
    faults,
    log,
    arrived: (what: 'power' | 'backup') =>
      log.filter((method) => (what === 'power' ? powers.includes(method) : method.endsWith('TakeBackup'))).length,
    deny() {
      faults.refuseUser = true
      faults.endSessions()
    },
    close: amp.close,
  }
}

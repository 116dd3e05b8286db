import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '../../shared/engine/permissions.ts'
import { type Config, readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { startWaterhole } from '../waterhole.ts'
import { createVisitor } from './visitor.ts'

/** The whole product in this process, as an owner installs it: real ports, a real journal, the simulator as the game. */
export async function openWorld(wanted: Partial<Config> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const config: Config = {
    ...readConfig({ DATA_DIR: folder, SIMULATOR_PLAYERS: '40', LOG_LEVEL: 'silent' }),
    port: 0,
    positionsEveryMs: 500,
    ...wanted,
  }
  const log = createLog(config)
  let hub = await startWaterhole(config, log)
  const visitors: ReturnType<typeof createVisitor>[] = []

  return {
    folder,
    config,
    /** The hub as it runs now. */
    hub: () => hub,
    address: () => hub.address,
    simulator() {
      if (!hub.game.simulator) throw new Error('This world has a game server of its own')
      return hub.game.simulator
    },
    /** A visitor on a socket of their own, signed in if a role is given. */
    async visit(role?: Role) {
      const visitor = createVisitor(hub.address)
      visitors.push(visitor)
      if (role) await visitor.signIn(role)
      await visitor.connect()
      return visitor
    },
    /** Stops the hub in order and starts it anew over the same data. */
    async restart() {
      await hub.close()
      hub = await startWaterhole(config, log)
    },
    async close() {
      for (const visitor of visitors) visitor.leave()
      await hub.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

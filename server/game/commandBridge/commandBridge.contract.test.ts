import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BridgeFault } from '../simulator/mod/commandBridgeMod.ts'
import {
  actionLinkContract,
  type ContractFault,
  type ContractSetting,
  type Patience,
} from '../testing/actionLinkContract.ts'
import { bridgeToken, openBridgeOverFiles, openBridgeOverHttp, type TestBridge } from './testing/testBridge.ts'

const faultOf: Record<ContractFault, BridgeFault> = {
  unheard: 'unheard',
  unanswered: 'silent',
  halfway: 'half',
  answered: 'twice',
  garbage: 'garbage',
  silence: 'silent',
}

const settingOf = async ({ link, simulator, mod, untilUp }: TestBridge): Promise<ContractSetting> => {
  await untilUp()
  return {
    link,
    world: simulator.world,
    secret: bridgeToken,
    befall: (fault) => void mod.faults.next.push(faultOf[fault]),
    arrived: () => mod.log.length,
    untilUp,
    cut: async () => {
      mod.faults.isRunning = false
    },
    restore: async () => {
      mod.faults.isRunning = true
    },
  }
}

/** A lost command waits for all of `withinMs`. */
const timingsOf = (patience: Patience) =>
  patience === 'brief' ? { withinMs: 15_000, holdMs: 16_000 } : { withinMs: 120_000, holdMs: 121_000 }

actionLinkContract('commandBridge over files', async (patience) => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-bridge-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return settingOf(await openBridgeOverFiles(folder, { timings: timingsOf(patience) }))
})

actionLinkContract('commandBridge over HTTP', async (patience) =>
  settingOf(await openBridgeOverHttp({ timings: timingsOf(patience) })),
)

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import type { Hub } from '../../server/engine/hub.ts'
import type { Storage } from '../../server/engine/storage.ts'
import { freshId, person } from '../../server/testing/principals.ts'
import { sampleFeatures } from '../../server/testing/sampleFeature.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import { repositoryRoot } from '../repositoryRoot.ts'

/** On the disk of the repository: a folder in memory would prove nothing. */
export function benchFolder(name: string) {
  const parent = join(repositoryRoot, 'build', 'bench')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, `${name}-`))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A hub with that many players with coins, over a store that is opened twice: first to fill it. */
export async function openJournalHub(players: number, openStorage: (isFirst: boolean) => Promise<Storage>) {
  await fill(await openStorage(true), players)
  const storage = await openStorage(false)
  const hub = await createHub({ storage, features: sampleFeatures, clock: systemClock, onFault: console.error })
  return { hub, players, close: hub.close }
}

async function fill(storage: Storage, players: number) {
  await storage.load()
  const ids = Array.from({ length: players }, (_, index): DocumentId => `purse/p${index}`)
  await storage.checkpoint(
    0,
    ids.map((id) => ({ id, version: 1, value: { coins: 1_000_000 } })),
  )
  await storage.close()
}

/** Sends commands for `ms`, with `inFlight` open at any time. Returns how long each took to be acknowledged, ms. */
export async function giveFor(hub: Hub, players: number, { inFlight, ms }: { inFlight: number; ms: number }) {
  // As a gateway keeps them for its sessions.
  const principals = Array.from({ length: players }, (_, index) => person(`p${index}`))
  const startedAt = performance.now()
  const taken: number[] = []
  const giveOn = async (lane: number) => {
    for (let round = lane; performance.now() - startedAt < ms; round += inFlight) {
      const from = principals[(round * 7_919) % players] ?? person('')
      const input = { to: `p${(round * 104_729 + 1) % players}`, coins: 1 }
      const givenAt = performance.now()
      const answer = await hub.dispatch(from, { id: freshId(Date.now()), name: 'sample.give', input })
      if (!answer.ok) throw new Error(`A command of the bench was refused: ${answer.message}`)
      taken.push(performance.now() - givenAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, lane) => giveOn(lane)))
  return { taken, aSecond: taken.length / ((performance.now() - startedAt) / 1_000) }
}

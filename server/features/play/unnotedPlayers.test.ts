import { expect, test } from 'vitest'
import { notePlay } from '../../../shared/features/play/commands.ts'
import { playRecord, present } from '../../../shared/features/play/playRecord.ts'
import { mostUnnoted, unnoted } from '../../../shared/features/play/unnoted.ts'
import { createHub } from '../../engine/createHub.ts'
import { attempt } from '../../engine/transaction.ts'
import { createTestClock } from '../../testing/clock.ts'
import { comeAs } from '../../testing/comeAs.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { accountFeature } from '../account/feature.ts'
import { identityKeyOf } from '../account/identityKey.ts'
import { steamUser } from '../account/testing/someIdentities.ts'
import { sessionFeature } from '../session/feature.ts'
import { playFeature } from './feature.ts'
import { noteNoMore } from './unnotedPlayers.ts'

const [ann, bob] = ['76561198000000001', '76561198000000002']

/** A hub on which nothing is written down of ann. */
async function open() {
  const clock = createTestClock()
  const memory = createMemoryStorage()
  const value = { since: { [identityKeyOf('steam', ann, false)]: 5 } }
  await memory.storage.checkpoint(0, [{ id: 'unnoted/', version: 1, value }])
  const features = [accountFeature, sessionFeature, playFeature]
  const hub = await createHub({ storage: memory.storage, features, clock, onFault() {} })
  const see = (...ids: string[]) => {
    clock.pass(2_000)
    const players = ids.map((id) => ({ id, species: null }))
    return hub.order('game link', notePlay.name, { server: 'main', players, at: clock.now(), seenAt: null })
  }
  return { hub, see, journal: memory.journal }
}

test('[PL20] of whoever was erased nothing is written down, however often they are seen, and of others it is', async () => {
  const { hub, see, journal } = await open()
  for (const seen of [[ann], [ann, bob], [bob], [ann, bob]]) await see(...seen)
  expect(hub.read(playRecord, ann).firstSeenAt).toBeNull()
  expect(Object.keys(hub.read(present, 'main').players)).toEqual([bob])
  expect(JSON.stringify(journal)).not.toContain(ann)
})

test('[PL21] whoever comes anew with an account is written down again, and that they were not is forgotten', async () => {
  const { hub, see } = await open()
  await comeAs(hub, { identity: steamUser(ann, 'Ann') })
  await see(ann)
  expect(hub.read(playRecord, ann).firstSeenAt).not.toBeNull()
  expect(hub.read(unnoted).since).toEqual({})
})

test('[PL22] of very many the first are forgotten', () => {
  const since = Object.fromEntries(Array.from({ length: mostUnnoted }, (_, at) => [`a${at}`, at]))
  const { changes } = attempt(
    () => ({ since }),
    ({ edit }) => noteNoMore({ edit, now: mostUnnoted }, ann),
  )
  const times = Object.values(unnoted.schema.parse(changes[0]?.next).since)
  expect(times).toHaveLength(mostUnnoted)
  expect(Math.min(...times)).toBe(1)
})

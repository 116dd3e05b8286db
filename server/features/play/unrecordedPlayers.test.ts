import { expect, test } from 'vitest'
import { recordPlay } from '../../../shared/features/play/commands.ts'
import { mostUnrecorded, playRecord, present, unrecordedPlayers } from '../../../shared/features/play/playRecord.ts'
import { createHub } from '../../engine/createHub.ts'
import { transact } from '../../engine/transaction.ts'
import { signInAs } from '../../testing/accounts.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { accountFeature } from '../account/feature.ts'
import { identityKeyOf } from '../account/rules.ts'
import { steamUser } from '../account/testing/identities.ts'
import { sessionFeature } from '../session/feature.ts'
import { playFeature } from './feature.ts'
import { stopRecording } from './unrecordedPlayers.ts'

const [ann, bob] = ['76561198000000001', '76561198000000002']

/** A hub on which ann is excluded from records. */
async function open() {
  const clock = createTestClock()
  const memory = createMemoryStorage()
  const value = { since: { [identityKeyOf('steam', ann, false)]: 5 } }
  await memory.storage.checkpoint(0, [{ id: 'unrecordedPlayers/', version: 1, value }])
  const features = [accountFeature, sessionFeature, playFeature]
  const hub = await createHub({ storage: memory.storage, features, clock, onFault() {} })
  const see = (...ids: string[]) => {
    clock.pass(2_000)
    const players = ids.map((id) => ({ id, species: null }))
    return hub.execute('game link', recordPlay.name, { server: 'main', players, at: clock.now(), seenAt: null })
  }
  return { hub, see, journal: memory.journal }
}

test('[PL20] an erased player is not recorded however often they are seen, and other players are', async () => {
  const { hub, see, journal } = await open()
  for (const seen of [[ann], [ann, bob], [bob], [ann, bob]]) await see(...seen)
  expect(hub.read(playRecord, ann).firstSeenAt).toBeNull()
  expect(Object.keys(hub.read(present, 'main').players)).toEqual([bob])
  expect(JSON.stringify(journal)).not.toContain(ann)
})

test('[PL21] a player who signs in again is recorded again, and the exclusion is removed', async () => {
  const { hub, see } = await open()
  await signInAs(hub, { identity: steamUser(ann, 'Ann') })
  await see(ann)
  expect(hub.read(playRecord, ann).firstSeenAt).not.toBeNull()
  expect(hub.read(unrecordedPlayers).since).toEqual({})
})

test('[PL31] beyond the limit the oldest exclusions are dropped', () => {
  const since = Object.fromEntries(Array.from({ length: mostUnrecorded }, (_, at) => [`a${at}`, at]))
  const { changes } = transact(
    () => ({ since, returned: {} }),
    ({ edit }) => stopRecording({ edit, now: mostUnrecorded }, ann),
  )
  const times = Object.values(unrecordedPlayers.schema.parse(changes[0]?.next).since)
  expect(times).toHaveLength(mostUnrecorded)
  expect(Math.min(...times)).toBe(1)
})

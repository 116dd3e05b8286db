import { expect, test } from 'vitest'
import { openSessions } from './features/session/testing/openSessions.ts'
import { createSeatBy } from './seatOf.ts'

const told = ({ id, name, role, may, session }: ReturnType<ReturnType<typeof createSeatBy>>) => ({
  ...{ id, name, role, may, session },
})

test('[V8.3.1] [SO1] another node finds the same seat by its own documents, from what was shown and is kept', async () => {
  const { hub, clock, seat, open } = await openSessions()
  await open('tok', { role: 'moderator' })
  const seatBy = createSeatBy({ clock, demo: false, ownerSteamIds: [] })
  const { proof } = seat('tok')
  if (!proof) throw new Error('There is nothing to know them by.')
  expect(proof.by).toBe('session')
  expect(told(seatBy(proof, hub.read))).toEqual(told(seat('tok')))
  expect(seatBy(proof, hub.read).role).toBe('moderator')
  expect(seatBy(seat('nobody').proof ?? proof, hub.read).id).toBeNull()
})

test('[V7.4.1] [SO2] and nobody in it any more when it was closed', async () => {
  const { hub, clock, seat, open } = await openSessions()
  await open('tok')
  const { proof } = seat('tok')
  await hub.order('sign-in', 'session.close', { key: proof?.by === 'session' ? proof.hash : '' })
  const seatBy = createSeatBy({ clock, demo: false, ownerSteamIds: [] })
  expect(proof && seatBy(proof, hub.read)).toMatchObject({ id: null, proof: { by: 'guest' } })
})

test('[V7.2.4] [SO3] what a node tells another opens nothing to whoever shows it', async () => {
  const { seat, open } = await openSessions()
  await open('tok')
  const { proof } = seat('tok')
  expect(proof?.by === 'session' && seat(proof.hash).id).toBeNull()
})

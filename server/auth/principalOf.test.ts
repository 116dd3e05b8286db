import { expect, test } from 'vitest'
import { openSessions } from '../features/session/testing/openSessions.ts'
import { createPrincipalFromProof } from './principalOf.ts'

const told = ({ id, name, role, may, session }: ReturnType<ReturnType<typeof createPrincipalFromProof>>) => ({
  ...{ id, name, role, may, session },
})

test('[V8.3.1] [SO1] another node finds the same principal by its own documents, from what was shown and is kept', async () => {
  const { hub, clock, principal, open } = await openSessions()
  await open('tok', { role: 'moderator' })
  const principalFromProof = createPrincipalFromProof({ clock, demo: false, ownerSteamIds: [] })
  const { proof } = principal('tok')
  if (!proof) throw new Error('There is nothing to know them by.')
  expect(proof.by).toBe('session')
  expect(told(principalFromProof(proof, hub.read))).toEqual(told(principal('tok')))
  expect(principalFromProof(proof, hub.read).role).toBe('moderator')
  expect(principalFromProof(principal('nobody').proof ?? proof, hub.read).id).toBeNull()
})

test('[V7.4.1] [SO2] and nobody in it any more when it was closed', async () => {
  const { hub, clock, principal, open } = await openSessions()
  await open('tok')
  const { proof } = principal('tok')
  await hub.execute('sign-in', 'session.close', { key: proof?.by === 'session' ? proof.hash : '' })
  const principalFromProof = createPrincipalFromProof({ clock, demo: false, ownerSteamIds: [] })
  expect(proof && principalFromProof(proof, hub.read)).toMatchObject({ id: null, proof: { by: 'guest' } })
})

test('[V7.2.4] [SO3] what a node tells another opens nothing to whoever shows it', async () => {
  const { principal, open } = await openSessions()
  await open('tok')
  const { proof } = principal('tok')
  expect(proof?.by === 'session' && principal(proof.hash).id).toBeNull()
})

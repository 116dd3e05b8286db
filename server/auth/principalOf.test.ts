import { expect, test } from 'vitest'
import type { Principal } from '../engine/principal.ts'
import { openSessions } from '../features/session/testing/openSessions.ts'
import { createPrincipalFromProof } from './principalOf.ts'

const shown = ({ id, name, role, may, session }: Principal) => ({ id, name, role, may, session })

test('[V8.3.1] [SO13] another node derives the same principal from the proof and its own documents', async () => {
  const { hub, clock, principal, open } = await openSessions()
  await open('tok', { role: 'moderator' })
  const principalFromProof = createPrincipalFromProof({ clock, demo: false, ownerSteamIds: [] })
  const { proof } = principal('tok')
  if (!proof) throw new Error('The principal has no proof')
  expect(proof.by).toBe('session')
  expect(shown(principalFromProof(proof, hub.read))).toEqual(shown(principal('tok')))
  expect(principalFromProof(proof, hub.read).role).toBe('moderator')
  expect(principalFromProof(principal('nobody').proof ?? proof, hub.read).id).toBeNull()
})

test('[V7.4.1] [SO14] the proof of a closed session gives a guest', async () => {
  const { hub, clock, principal, open } = await openSessions()
  await open('tok')
  const { proof } = principal('tok')
  await hub.execute('sign-in', 'session.close', { key: proof?.by === 'session' ? proof.hash : '' })
  const principalFromProof = createPrincipalFromProof({ clock, demo: false, ownerSteamIds: [] })
  expect(proof && principalFromProof(proof, hub.read)).toMatchObject({ id: null, proof: { by: 'guest' } })
})

test('[V7.2.4] [SO15] the hash in a proof is not accepted as a token', async () => {
  const { principal, open } = await openSessions()
  await open('tok')
  const { proof } = principal('tok')
  expect(proof?.by === 'session' && principal(proof.hash).id).toBeNull()
})

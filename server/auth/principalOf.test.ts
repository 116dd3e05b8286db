import { expect, test } from 'vitest'
import { elevationLengthMs, idleLengthMs } from '../../shared/features/session/session.ts'
import type { Principal } from '../engine/principal.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { openSessions } from '../features/session/testing/openSessions.ts'
import { ensureAccount } from '../testing/accounts.ts'
import { createPrincipalFromProof, createPrincipalOf } from './principalOf.ts'

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

/** As a connection asks: with the same credentials each time. */
async function openConnected() {
  const sessions = await openSessions()
  const { hub, clock } = sessions
  const principalOf = createPrincipalOf({
    hub,
    clock,
    demo: false,
    ownerSteamIds: [],
    tokenIn: (cookie) => cookie ?? null,
  })
  const connect = (cookie: string) => {
    const credentials = { cookie, token: undefined }
    return () => principalOf(credentials)
  }
  return { ...sessions, connect }
}

test('[QE7] the rights of a session are determined again as soon as its record or its account changes, and only then', async () => {
  const { hub, clock, open, connect } = await openConnected()
  await open('tok')
  const principal = connect('tok')
  const first = principal()
  expect(first.id).toBe('ann')
  expect(principal()).toBe(first)
  await ensureAccount(hub, clock.now(), { account: 'bob', name: 'Robert' })
  expect(principal()).toBe(first)
  await ensureAccount(hub, clock.now(), { account: 'ann', steamId: '76561198000000001' })
  expect(principal()).toMatchObject({ playsAs: '76561198000000001', playedAs: [] })
  await ensureAccount(hub, clock.now(), { account: 'ann' })
  expect(principal()).toMatchObject({ playsAs: null, playedAs: ['76561198000000001'] })
  await hub.execute('sign-in', 'session.close', { key: tokenHash('tok') })
  expect(principal().id).toBeNull()
})

test('[QE8] a session that ends by time alone is one of a guest from then on, and an elevation ends in time', async () => {
  const { clock, open, elevate, connect } = await openConnected()
  await open('tok')
  await elevate('tok', 'next', 'moderator')
  const principal = connect('next')
  expect(principal().role).toBe('moderator')
  clock.pass(elevationLengthMs)
  expect(principal().role).toBe('player')
  clock.pass(idleLengthMs)
  expect(principal().id).toBeNull()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DocumentId, documentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { permissions } from '../../../shared/engine/permissions.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { createMayRead } from '../../engine/access.ts'
import { register } from '../../engine/registry.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { type AttackedHub, type Attacker, knownPermissions, openAttackedHub } from './testing/attackedHub.ts'
import { createAttack } from './testing/attackReport.ts'
import { sampleOf } from './testing/sampleInput.ts'

// Every viewer tries every command, query, document and stream that the features declare. A new one is in it by itself.
const registry = register(allFeatures)
let attacked: AttackedHub
beforeAll(async () => {
  attacked = await openAttackedHub()
})
afterAll(() => attacked.close())

const codeOf = (answer: Answer) => (answer.ok ? 'ok' : answer.code)

test('[XA1] the attacks know every permission', () => {
  expect(knownPermissions.toSorted()).toEqual(permissions.toSorted())
})

test('[XA2] no viewer gives a command without its permission, whatever its input', async () => {
  const attack = createAttack('commands beyond the permissions of the viewer')
  for (const { command } of registry.commands.values())
    for (const { name, client, viewer } of attacked.attackers) {
      if (viewer.can(command.permission)) continue
      for (const input of [{}, null, sampleOf(command.input), sampleOf(command.input, 'own')]) {
        const code = codeOf(await client.command(command.name, input))
        attack.attempt(code !== 'forbidden', () => `${name} gave ${command.name}: ${code}`)
      }
    }
  expect(attack.done()).toEqual([])
})

test('[XA3] no viewer asks a query without its permission, whatever its input', async () => {
  const attack = createAttack('queries beyond the permissions of the viewer')
  for (const { query } of registry.queries.values())
    for (const { name, client, viewer } of attacked.attackers) {
      if (viewer.can(query.permission)) continue
      for (const input of [{}, null, sampleOf(query.input)]) {
        const code = codeOf(await client.query(query.name, input))
        attack.attempt(code !== 'forbidden', () => `${name} asked ${query.name}: ${code}`)
      }
    }
  expect(attack.done()).toEqual([])
})

test('[XA4] with the permission, no input makes a command or query fail with a fault of the hub', async () => {
  const attack = createAttack('malformed input that causes a fault')
  const owner = attacked.attackers.at(-1) as Attacker
  const inputs: unknown[] = [{}, null, [], 'x', 7, { constructor: { prototype: {} } }]
  for (const { command } of registry.commands.values())
    for (const input of inputs) {
      const code = codeOf(await owner.client.command(command.name, input))
      attack.attempt(code === 'failed', () => `${command.name} with ${JSON.stringify(input)}: ${code}`)
    }
  for (const { query } of registry.queries.values())
    for (const input of inputs) {
      const code = codeOf(await owner.client.query(query.name, input))
      attack.attempt(code === 'failed', () => `${query.name} with ${JSON.stringify(input)}: ${code}`)
    }
  expect(attack.done()).toEqual([])
})

/** Whether this viewer may read it, by the declaration of its kind and the attack's own table of roles. */
function mayRead({ viewer }: Attacker, id: DocumentId): boolean {
  const { hub } = attacked.app.hub()
  const decide = createMayRead({ registry, documents: { durable: hub.copy }, read: hub.read })
  return decide(viewer as Parameters<typeof decide>[0], id)
}

test('[XA5] no viewer receives a document that its declaration keeps from them, and forbidden looks like unknown', async () => {
  const attack = createAttack('documents beyond the declaration of their readers')
  for (const attacker of attacked.attackers)
    for (const { kind } of registry.kinds.values()) {
      const ids = attacked.keys.map((key) => documentId({ kind }, key))
      const { refused } = await attacker.client.watch(...ids)
      for (const id of ids) {
        const expected = mayRead(attacker, id)
        attack.attempt(!expected && !refused.includes(id), () => `${attacker.name} watches ${id}`)
        attack.attempt(expected && refused.includes(id), () => `${attacker.name} is refused ${id}, which they may read`)
      }
      attacker.client.unwatch(...ids)
    }
  expect(attack.done()).toEqual([])
})

test('[XA6] no viewer holds a copy of a document that they may not read, whatever they asked for', async () => {
  const attack = createAttack('copies that a viewer may not hold')
  for (const attacker of attacked.attackers)
    for (const id of attacker.client.copies.keys())
      attack.attempt(registry.kinds.has(kindOf(id)) && !mayRead(attacker, id), () => `${attacker.name} holds ${id}`)
  expect(attack.done()).toEqual([])
})

test('[XA7] no viewer receives a stream of positions of others without the permission to see all', async () => {
  const attack = createAttack('streams of positions')
  for (const { name, client, viewer } of attacked.attackers) {
    const kinds = [...attacked.app.hub().gateway.streams.kinds()]
    const ids = attacked.keys.flatMap((key) => kinds.map((kind) => documentId({ kind }, key)))
    const { refused } = await client.watch(...ids)
    for (const id of ids) {
      const isOwn = viewer.id !== null && (keyOf(id) === viewer.id || keyOf(id) === viewer.playsAs)
      const isPermitted = viewer.can('viewAllPositions') || isOwn
      attack.attempt(!refused.includes(id) && !isPermitted, () => `${name} watches ${id}`)
    }
    client.unwatch(...ids)
  }
  expect(attack.done()).toEqual([])
})

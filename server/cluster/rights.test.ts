import { expect, test } from 'vitest'
import type { Principal, Proof, Reading } from '../engine/principal.ts'
import { freshId, guest, person } from '../testing/people.ts'
import { club, sky } from '../testing/villageFeature.ts'
import { openCluster } from './testing/openCluster.ts'

/** Who is in the house may play; whoever is put out of it is a guest. */
const inHouse = (proof: Proof, read: Reading): Principal => {
  if (proof.by === 'guest' || !read(club, 'house').members[proof.hash]) return guest
  return { ...person(proof.hash), proof, asOf: (other) => inHouse(proof, other) }
}

async function openHouse() {
  const cluster = openCluster({ principalFromProof: inHouse })
  const nodes = await cluster.openThree()
  const [a, b] = nodes
  const put = (member: string, isIn: boolean) => ({ club: 'house', member, isIn })
  const setIn = (member: string, isIn: boolean) => cluster.until(a.hub.order('door', 'village.join', put(member, isIn)))
  await setIn('ann', true)
  await cluster.pass(100)
  const ann = inHouse({ by: 'session', hash: 'ann' }, b.hub.read)
  return { ...cluster, a, b, c: nodes[2], ann, setIn }
}

test('[V8.3.1] [CL6] who somebody is, is worked out by the documents of the authority, not by those of the node where they sit', async () => {
  const { b, ann, setIn, until, place } = await openHouse()
  b.at.cut('store')
  await setIn('ann', false)
  const written = place.journal().length
  expect(b.hub.read(club, 'house').members.ann).toBeDefined()
  const answer = b.ask(ann, 'village.give', { to: 'bob', coins: 1 })
  expect(await until(answer)).toMatchObject({ ok: false, code: 'signedOut' })
  expect(place.journal().slice(written)).toMatchObject([{ refused: { code: 'signedOut' }, changes: [] }])
})

test('[V8.3.2] [CL7] rights that were taken away hold for what is asked after it on any node, at once', async () => {
  const { a, b, c, ann, until } = await openHouse()
  const out = a.hub.order('door', 'village.join', { club: 'house', member: 'ann', isIn: false })
  const late = [b, c].map((node) => node.ask(ann, 'village.give', { to: 'bob', coins: 1 }))
  await until(out)
  for (const answer of late) expect(await until(answer)).toMatchObject({ ok: false, code: 'signedOut' })
})

test('[V8.3.2] [CL8] who was removed is not shown what became live after it: it waits for the journal', async () => {
  const { a, b, setIn, until, pass } = await openHouse()
  const shown: string[] = []
  b.hub.onPublish((published) => shown.push(...published.map(({ id }) => id)))
  b.at.cut('store')
  await setIn('ann', false)
  await until(a.hub.order('weather', 'village.blow', { clouds: 7 }))
  await pass(500)
  expect(b.hub.read(sky).clouds).toBe(0)
  b.at.mend('store')
  await pass(500)
  expect(shown).toEqual(['club/house', 'sky/'])
  expect(b.hub.read(sky).clouds).toBe(7)
})

test('[V14.2.4] [CL9] nothing goes from node to node by which anybody could come in', async () => {
  const { b, ann, until } = await openHouse()
  const { bus } = b.node
  const send = bus.send.bind(bus)
  const sent: string[] = []
  Object.assign(bus, {
    send(topic: string, message: Uint8Array) {
      if (topic.startsWith('calls.')) sent.push(new TextDecoder().decode(message))
      send(topic, message)
    },
  })
  await until(
    b.ask({ ...ann, session: { id: 'public', raisedUntil: null, viewing: null } }, 'village.give', {
      to: 'bob',
      coins: 1,
    }),
  )
  const [call] = sent.map((text) => JSON.parse(text))
  expect(Object.keys(call.errand).toSorted()).toEqual(['actor', 'address', 'call', 'kind', 'proof'])
  expect(call.errand.proof).toEqual({ by: 'session', hash: 'ann' })
})

test('[V8.2.1] [CL10] a node that does not hold the lease does nothing that it is asked by another', async () => {
  const { b, c, until, pass, place, clock } = await openHouse()
  const written = place.journal().length
  const errand = {
    ...{ kind: 'dispatch', proof: { by: 'session', hash: 'ann' }, actor: 'ann', address: null },
    call: { id: freshId(clock.now()), name: 'village.give', input: { to: 'bob', coins: 1 } },
  }
  const answers: string[] = []
  b.node.bus.listen('answers.b', (message) => answers.push(new TextDecoder().decode(message)))
  b.node.bus.send(`calls.${c.node.bus.node}`, new TextEncoder().encode(JSON.stringify({ id: 'x', errand })))
  await pass(2_000)
  expect([answers, place.journal().length]).toEqual([[], written])
  b.node.bus.send('calls.a', new TextEncoder().encode(JSON.stringify({ id: 'x', errand })))
  await until(pass(500))
  expect(answers).toHaveLength(1)
})

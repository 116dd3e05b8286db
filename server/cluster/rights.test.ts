import { expect, test } from 'vitest'
import type { Principal, Proof, Reading } from '../engine/principal.ts'
import { freshId, guest, person } from '../testing/principals.ts'
import { club, sky } from '../testing/sampleFeature.ts'
import { openCluster } from './testing/openCluster.ts'

/** Members of the club may play; others are guests. */
const inClub = (proof: Proof, read: Reading): Principal => {
  if (proof.by === 'guest' || !read(club, 'club').members[proof.hash]) return guest
  return { ...person(proof.hash), proof, asOf: (other) => inClub(proof, other) }
}

async function openClub() {
  const cluster = openCluster({ principalFromProof: inClub })
  const nodes = await cluster.openThree()
  const [a, b] = nodes
  const put = (member: string, isIn: boolean) => ({ club: 'club', member, isIn })
  const setIn = (member: string, isIn: boolean) =>
    cluster.until(a.hub.execute('staff', 'sample.join', put(member, isIn)))
  await setIn('ann', true)
  await cluster.pass(100)
  const ann = inClub({ by: 'session', hash: 'ann' }, b.hub.read)
  return { ...cluster, a, b, c: nodes[2], ann, setIn }
}

test("[V8.3.1] [CL99] a principal is determined by the leader's documents, not by those of the user's node", async () => {
  const { b, ann, setIn, until, place } = await openClub()
  b.at.cut('store')
  await setIn('ann', false)
  const written = place.journal().length
  expect(b.hub.read(club, 'club').members.ann).toBeDefined()
  const answer = b.ask(ann, 'sample.give', { to: 'bob', coins: 1 })
  expect(await until(answer)).toMatchObject({ ok: false, code: 'signedOut' })
  expect(place.journal().slice(written)).toMatchObject([{ refused: { code: 'signedOut' }, changes: [] }])
})

test('[V8.3.2] [CL7] revoked permissions apply at once to later commands on any node', async () => {
  const { a, b, c, ann, until } = await openClub()
  const out = a.hub.execute('staff', 'sample.join', { club: 'club', member: 'ann', isIn: false })
  const late = [b, c].map((node) => node.ask(ann, 'sample.give', { to: 'bob', coins: 1 }))
  await until(out)
  for (const answer of late) expect(await until(answer)).toMatchObject({ ok: false, code: 'signedOut' })
})

test('[V8.3.2] [CL8] a user who was removed is not shown later live changes: they wait for the journal', async () => {
  const { a, b, setIn, until, pass } = await openClub()
  const shown: string[] = []
  b.hub.onPublish((published) => shown.push(...published.map(({ id }) => id)))
  b.at.cut('store')
  await setIn('ann', false)
  await until(a.hub.execute('weather', 'sample.blow', { clouds: 7 }))
  await pass(500)
  expect(b.hub.read(sky).clouds).toBe(0)
  b.at.mend('store')
  await pass(500)
  expect(shown).toEqual(['club/club', 'sky/'])
  expect(b.hub.read(sky).clouds).toBe(7)
})

test('[V14.2.4] [CL9] messages between nodes contain nothing that could be used to sign in', async () => {
  const { b, ann, until } = await openClub()
  const { bus } = b.at.storage
  const send = bus.send.bind(bus)
  const sent: string[] = []
  Object.assign(bus, {
    send(topic: string, message: Uint8Array) {
      if (topic.startsWith('requests.')) sent.push(new TextDecoder().decode(message))
      send(topic, message)
    },
  })
  await until(
    b.ask({ ...ann, session: { id: 'public', elevatedUntil: null, viewing: null } }, 'sample.give', {
      to: 'bob',
      coins: 1,
    }),
  )
  const [call] = sent.map((text) => JSON.parse(text))
  expect(Object.keys(call.request).toSorted()).toEqual(['actor', 'call', 'from', 'kind', 'proof'])
  expect(call.request.proof).toEqual({ by: 'session', hash: 'ann' })
})

test('[V8.2.1] [CL10] a node without the lease carries out no request of another node', async () => {
  const { b, c, until, pass, place, clock } = await openClub()
  const written = place.journal().length
  const request = {
    kind: 'dispatch',
    proof: { by: 'session', hash: 'ann' },
    actor: 'ann',
    from: { address: null, agent: null },
    call: { id: freshId(clock.now()), name: 'sample.give', input: { to: 'bob', coins: 1 } },
  }
  const answers: string[] = []
  b.at.storage.bus.listen('replies.b', (message) => answers.push(new TextDecoder().decode(message)))
  b.at.storage.bus.send(`requests.${c.node.name}`, new TextEncoder().encode(JSON.stringify({ id: 'x', request })))
  await pass(2_000)
  expect([answers, place.journal().length]).toEqual([[], written])
  b.at.storage.bus.send('requests.a', new TextEncoder().encode(JSON.stringify({ id: 'x', request })))
  await until(pass(500))
  expect(answers).toHaveLength(1)
})

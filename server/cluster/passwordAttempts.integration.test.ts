import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../auth/passwordHash.ts'
import { openTestCluster, type TestCluster, type TestNode } from '../testing/testCluster.ts'

let cluster: TestCluster
beforeAll(async () => {
  const hash = await hashPassword('the right password', { N: 1_024, r: 8, p: 1 })
  cluster = await openTestCluster({ nodes: 3, players: 5, environment: { OWNER_KEY_HASH: hash } })
  await cluster.ready()
})
afterAll(() => cluster.close())

/** The status of an attempt at the owner key at this node, with the session of a user. */
async function attempt({ address }: TestNode, cookie: string, ownerKey: string) {
  const headers = { cookie, origin: address, 'content-type': 'application/json' }
  const answer = await fetch(`${address}/auth/raise`, { method: 'POST', headers, body: JSON.stringify({ ownerKey }) })
  return answer.status
}

test('[ED51] [V6.3.1] wrong passwords count at all nodes together, even at the next leader', async () => {
  const { nodes } = cluster
  const [first] = nodes as [TestNode]
  const cookie = (await cluster.visit(first, 'player')).cookie()
  const attempts = nodes.flatMap((node) => Array.from({ length: 5 }, () => attempt(node, cookie, 'a wrong password')))
  const statuses = await Promise.all(attempts)
  expect(statuses.filter((status) => status === 403)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)

  const leader = await cluster.leader()
  leader.kill('SIGKILL')
  const others = nodes.filter((node) => node !== leader)
  const next = await cluster.leader(others)
  // The attempts of before may be a minute old by now on a slow machine: then five more are checked, never six.
  const later = await Promise.all(Array.from({ length: 6 }, () => attempt(next, cookie, 'a wrong password')))
  expect(later.filter((status) => status === 403).length).toBeLessThanOrEqual(5)
  expect(later).toContain(429)
})

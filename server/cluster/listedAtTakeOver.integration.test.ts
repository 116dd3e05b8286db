import { afterEach, expect, test } from 'vitest'
import { openTestCluster, type TestCluster, type TestNode, until } from '../testing/testCluster.ts'

let cluster: TestCluster | null = null
afterEach(async () => {
  await cluster?.close()
  cluster = null
})

test('[MA8] staff who read the status with its players while another node takes over get an answer or are asked to try again, and no fault is reported', async () => {
  cluster = await openTestCluster({ nodes: 2 })
  const { nodes } = cluster
  const leader = await cluster.leader()
  const [other] = nodes.filter((node) => node !== leader) as [TestNode]
  const cookie = (await cluster.visit(other, 'admin')).cookie()
  const statuses: number[] = []
  const readOnce = async () => {
    const answer = await fetch(`${other.address}/api/server/status`, { headers: { cookie } })
    await answer.text()
    statuses.push(answer.status)
  }
  leader.kill('SIGTERM')
  // The first of these wait for the next leader, and are answered as soon as there is one.
  const waiting = Array.from({ length: 5 }, readOnce)
  await until(async () => {
    await readOnce()
    return statuses.at(-1) === 200 && (await other.health())?.node.role === 'leader'
  })
  await Promise.all(waiting)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(other.output()).not.toContain('fault in positionViews')
})

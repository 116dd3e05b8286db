import { expect, test } from 'vitest'
import { createVisitor } from '../testing/visitor.ts'
import { openWorld } from '../testing/world.ts'

test('[V2.4.1] [GD1] whoever orders too often is slowed down', async () => {
  const world = await openWorld()
  const stranger = createVisitor(world.address())
  const answers = await Promise.all(Array.from({ length: 121 }, () => stranger.post('/api/rcon/command', {})))
  expect(answers.filter(({ status }) => status === 401).length).toBe(120)
  expect(answers.filter(({ body }) => body.code === 'tooFast').length).toBe(1)
  await world.close()
})

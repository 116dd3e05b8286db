import { expect, test } from 'vitest'
import { deliveryKinds } from '../../shared/features/deliveries/kinds.ts'
import { createMockLink } from './mockLink.ts'

const target = { id: '76561198000000001', name: 'Rex' }

test('[MO1] with commands off a mock answers each one and says so, and nothing is sent', async () => {
  const link = createMockLink(() => 5)
  const slay = { kind: 'slay', target, detail: {} } as const
  expect(await link.perform(slay)).toEqual({
    state: 'confirmed',
    reply: 'Mock: slay executed for Rex',
    why: 'Commands are off (RCON=0): nothing was sent.',
  })
  expect(link.commandText(slay)).toBe('slay 76561198000000001')
  expect(deliveryKinds.every((kind) => link.can(kind))).toBe(true)
  expect(link.state()).toMatchObject({ name: 'up', since: 5 })
})

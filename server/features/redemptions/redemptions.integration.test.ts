import { expect, onTestFinished, test } from 'vitest'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { redeemItem } from '../../../shared/features/redemptions/commands.ts'
import { redeemWays, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { openTestApp } from '../../testing/testApp.ts'

/** The whole product with the simulated game, in which Ann has 1,000 Void Pearls and chooses a dinosaur. */
async function openDemo() {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const { world } = app.simulator()
  const player = world.players.find(({ presence, staysOnline }) => presence === 'playing' && staysOnline)
  if (!player) throw new Error('No player is in the game.')
  Object.assign(player, { animal: null, presence: 'choosing', changesAt: Number.POSITIVE_INFINITY })
  const ann = await app.visitAs({ account: 'ann', name: 'Ann', steamId: player.id })
  const owner = await app.visitAs({ account: 'olga', role: 'owner' })
  const grant = { target: player.id, amount: 1_000, reason: '' }
  expect(await owner.command(addCurrency.name, grant)).toMatchObject({ ok: true })
  const { hub } = app.hub()
  await expect.poll(() => hub.read(redeemWays, 'main').kinds).toContain('spawn')
  return {
    world,
    player,
    /** Without what achievements have paid meanwhile: a grown dinosaur is one. */
    balance() {
      const { voidPearls, holds, flows } = hub.read(wallet, 'ann')
      return { voidPearls: voidPearls - (flows['faucet:achievement']?.voidPearls ?? 0), holds }
    },
    /** Redeems as soon as the hub has read the game, and waits until it is over. */
    async redeem(item: string, price: number, more: object = {}) {
      let id = ''
      const ask = async () => {
        const answer = await ann.command(redeemItem.name, { item, price, ...more })
        if (answer.ok) ({ id } = answer.output as { id: string })
        return answer.ok ? 'asked' : answer.code
      }
      await expect.poll(ask).toBe('asked')
      const one = () => hub.read(redemptions, 'ann').entries[id]
      await expect.poll(() => one()?.state).toMatch(/done|released/)
      return one()
    },
  }
}

test('[RQ90] in the demo a dinosaur is spawned, grown and mutated, a weather comes and a message arrives; each is paid once the game shows it', async () => {
  const { redeem, player, world, balance } = await openDemo()
  const receipt = await redeem('redeem-triceratops', 300, { variants: ['albino'] })
  expect(receipt?.steps.map(({ kind, state, link }) => [kind, state, link])).toEqual([
    ['spawn', 'confirmed', 'commandBridge'],
    ['grow', 'confirmed', 'commandBridge'],
    ['mutate', 'confirmed', 'commandBridge'],
  ])
  expect(player.animal).toMatchObject({ species: { name: 'Triceratops' }, growth: 1 })
  expect(player.animal?.mutations).toContain('Albino')
  expect(balance()).toMatchObject({ voidPearls: 700, holds: {} })
  expect(await redeem('weather-storm', 150)).toMatchObject({ state: 'done' })
  expect(world.weather).toBe('Storm')
  expect(await redeem('custom-message', 25, { message: 'Hello from the hub' })).toMatchObject({ state: 'done' })
  expect(balance()).toMatchObject({ voidPearls: 525, holds: {} })
})

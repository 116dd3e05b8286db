// What the change of one player costs with 100,000 players listed, against 300. Alone: node scripts/bench/leaderboards.ts
import { z } from 'zod'
import type { Feature } from '../../server/engine/feature.ts'
import { implement } from '../../server/engine/rule.ts'
import { openLeaderboards } from '../../server/features/leaderboards/testing/openLeaderboards.ts'
import { defineCommand } from '../../shared/engine/command.ts'
import { account } from '../../shared/features/account/account.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import { alternate, atMost, type BenchSize, printTable, type Row } from './measure.ts'

const many = 100_000
const few = 300
const wholePasses = 7
const changesAPass = 2_000
const atOnce = 250

const seed = defineCommand({
  name: 'bench.seed',
  permission: 'hub',
  input: z.object({ from: z.int(), to: z.int() }),
  output: z.object({}),
  refusals: {},
})
const earn = defineCommand({
  name: 'bench.earn',
  permission: 'hub',
  input: z.object({ nth: z.int(), amount: z.int() }),
  output: z.object({}),
  refusals: {},
})
const idOf = (nth: number) => `account-${nth}`
const seeding: Feature = {
  name: 'seeding',
  documents: [],
  commands: [
    implement(seed, ({ edit, now }, { from, to }) => {
      for (let nth = from; nth < to; nth += 1) {
        Object.assign(edit(account, idOf(nth)), { createdAt: now, name: idOf(nth) })
        edit(wallet, idOf(nth)).razorTalons = 1 + ((nth * 7_919) % 1_000_003)
      }
      return {}
    }),
    implement(earn, ({ edit }, { nth, amount }) => {
      edit(wallet, idOf(nth)).razorTalons = amount
      return {}
    }),
  ],
  queries: [],
}

async function open(players: number) {
  const app = await openLeaderboards({ more: [seeding] })
  app.stop()
  for (let from = 0; from < players; from += atOnce)
    await app.hub.execute('bench', seed.name, { from, to: Math.min(players, from + atOnce) })
  app.lists.refresh()
  let made = 0
  return {
    listed: () => app.lists.top()['razorTalons.all']?.size ?? 0,
    /** Changes one player at a time, and asks for their place. Microseconds for each. */
    async change(changes: number) {
      const startedAt = performance.now()
      for (let at = 0; at < changes; at += 1) {
        made += 1
        const nth = (made * 104_729) % players
        await app.hub.execute('bench', earn.name, { nth, amount: 1 + ((made * 15_485_863) % 1_000_003) })
        app.lists.around('razorTalons.all', idOf(nth))
      }
      return ((performance.now() - startedAt) / changes) * 1_000
    },
  }
}

export async function benchLeaderboards(size: BenchSize): Promise<Row[]> {
  const { passes = wholePasses, commands = changesAPass, viewers } = size
  // A bench that is made smaller lists fewer players.
  const [small, large] = [await open(few), await open(viewers === undefined ? many : viewers * 50)]
  const costs = await alternate(passes, { small: () => small.change(commands), large: () => large.change(commands) })
  const listed = large.listed().toLocaleString('en-GB')
  return [
    {
      measure: `LB1 change of one player, and the own place, with ${listed} listed`,
      against: `the same with ${small.listed()}`,
      ...atMost(2, costs.ratioOf('large', 'small')),
      note: `${costs.large.toFixed(0)} µs against ${costs.small.toFixed(0)} µs`,
    },
  ]
}

if (import.meta.main) printTable(await benchLeaderboards({}))

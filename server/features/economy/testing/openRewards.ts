import { z } from 'zod'
import { defineCommand } from '../../../../shared/engine/command.ts'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { account } from '../../../../shared/features/account/account.ts'
import { changeEconomySettings, visit } from '../../../../shared/features/economy/commands.ts'
import { server } from '../../../../shared/features/server/server.ts'
import type { Feature } from '../../../engine/feature.ts'
import { implement } from '../../../engine/rule.ts'
import { freshId, inSession, person } from '../../../testing/principals.ts'
import { followMoney, type MoneyTotals } from '../../ledger/conservation.ts'
import { moneyProblems } from '../../ledger/testing/checkMoney.ts'
import { openLedger, ownersSteamId } from '../../ledger/testing/openLedger.ts'
import { economyFeature } from '../feature.ts'

export const switchOff = defineCommand({
  name: 'given.switchOff',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})
export const makeDemo = defineCommand({
  name: 'given.makeDemo',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})
/** A state that other features bring about. */
const given: Feature = {
  name: 'given',
  documents: [],
  commands: [
    implement(switchOff, ({ edit }) => {
      edit(server, mainServer).features.realCurrency = false
      return {}
    }),
    implement(makeDemo, ({ edit, now }) => {
      Object.assign(edit(account, 'demo-player'), { demo: true, createdAt: now })
      return {}
    }),
  ],
  queries: [],
}

/** A hub that pays rewards, with Ann and Bob, and Olga, who is the owner. */
export async function openRewards() {
  let money: MoneyTotals | null = null
  const totals = () => {
    if (!money) throw new Error('not open')
    return money
  }
  const app = await openLedger({ more: [economyFeature(totals), given] })
  money = followMoney(app.hub, () => {})
  for (const name of ['ann', 'bob']) await app.link(name)
  await app.link('olga', ownersSteamId, 'Olga')
  const come = (who: string, id = freshId(app.clock.now())) => app.dispatch(inSession(person(who)), visit.name, {}, id)
  const change = (input: object) => app.ask('olga', 'owner', changeEconomySettings, input)
  const problems = () => moneyProblems(app.hub, app.memory.storage)
  return { ...app, come, change, problems }
}
/** What a visit paid. */
export const paid = (answer: unknown) => visit.output.parse((answer as { output: unknown }).output).paid

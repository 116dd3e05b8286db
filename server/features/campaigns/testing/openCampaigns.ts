import { campaignHistory, campaignRuns, campaigns } from '../../../../shared/features/campaigns/campaigns.ts'
import type { CampaignFieldsInput } from '../../../../shared/features/campaigns/commands.ts'
import { createCampaign } from '../../../../shared/features/campaigns/commands.ts'
import { notifications } from '../../../../shared/features/notifications/notifications.ts'
import { wallet } from '../../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../../engine/feature.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { moneyProblems } from '../../ledger/testing/checkMoney.ts'
import { openLedger } from '../../ledger/testing/openLedger.ts'
import { patronsFeature } from '../../patrons/feature.ts'
import { campaignsFeature } from '../feature.ts'

/** Campaigns and what they need beside the ledger. */
export const campaignWorld: readonly Feature[] = [patronsFeature, campaignsFeature]

export const weekly = {
  name: 'Weekly gift',
  schedule: 'weekly',
  targetType: 'all',
  currencies: { voidPearls: 100, razorTalons: 5 },
} as const satisfies CampaignFieldsInput

/** What a command returned, or the code and the sentence of its refusal. */
type Answered = Readonly<
  Partial<Record<'code' | 'message' | 'id' | 'record' | 'run', string> & { nextRunDate: number | null }>
>

/** A hub with campaigns on a clock that the test moves, which begins on Thursday, 2026-01-01 at 00:00 UTC. Olga is the owner. */
export async function openCampaigns({ more = [] as readonly Feature[], store = createMemoryStorage() } = {}) {
  const features = [...campaignWorld, ...more]
  let app = await openLedger({ memory: store, more: features })
  const { clock, memory } = app
  const ask = async (command: { readonly name: string }, input: object, who = 'olga') => {
    const answer = await app.ask(who, who === 'olga' ? 'owner' : 'player', command, input)
    return answer.ok ? (answer.output as Answered) : ({ code: answer.code, message: answer.message } as Answered)
  }
  /** Waits until due timers have run, and what they set for now. */
  const settle = async () => {
    for (let idle = 0; idle < 3; ) {
      await new Promise((resolve) => setImmediate(resolve))
      await app.hub.settled()
      await memory.idle()
      idle = clock.untilNext() === 0 ? 0 : idle + 1
      clock.pass(0)
    }
  }
  const restart = async (awayMs = 0) => {
    await app.hub.close()
    clock.pass(awayMs)
    app = await openLedger({ memory, clock, more: features })
  }
  const runs = () => Object.values(app.hub.read(campaignRuns, 'main').runs)
  await app.link('olga')
  return {
    clock,
    memory,
    get hub() {
      return app.hub
    },
    get thrown() {
      return app.thrown
    },
    get faults() {
      return app.faults
    },
    ask,
    settle,
    async pass(ms: number) {
      // Step by step: a timer that runs sets the next one.
      for (let left = ms; left > 0; ) {
        const step = Math.min(left, Math.max(1, clock.untilNext() ?? left))
        clock.pass(step)
        left -= step
        await settle()
      }
    },
    /** One turn of what is due. */
    async step() {
      clock.pass(0)
      await new Promise((resolve) => setImmediate(resolve))
      await app.hub.settled()
    },
    restart,
    /** So long later, as after a restart: what is due by then has run. */
    async jump(ms: number) {
      await restart(ms)
      await settle()
    },
    /** The hub dies while it writes what is due: the write is lost, or is in the store and answered to no one. */
    async crash(isLost: boolean) {
      memory.hold()
      clock.pass(0)
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      if (isLost) memory.fail(new Error('the machine is gone'))
      memory.release()
      await app.hub.close().catch(() => {})
      memory.fail(null)
      app = await openLedger({ memory, clock, more: features })
    },
    link: (account: string, steamId: string | null = null, name = account) => app.link(account, steamId, name),
    erase: (account: string, name = account) => app.erase(account, name),
    /** Creates a campaign. Returns its id. */
    async create(fields: CampaignFieldsInput) {
      const answer = await ask(createCampaign, fields)
      if (answer.code !== undefined) throw new Error(`${answer.code}: ${answer.message}`)
      return String(answer.id)
    },
    campaign: (id: string) => app.hub.read(campaigns, 'main').campaigns[id],
    runs,
    async history() {
      const { rows } = await memory.storage.archivePage({ kind: campaignHistory.kind, before: null, limit: 100 })
      return rows.map(({ row }) => campaignHistory.schema.parse(row))
    },
    pearls: (who: string) => app.hub.read(wallet, who).voidPearls,
    wallet: (who: string) => app.hub.read(wallet, who),
    inbox: (who: string) => Object.values(app.hub.read(notifications, who).entries),
    problems: () => moneyProblems(app.hub, memory.storage),
  }
}

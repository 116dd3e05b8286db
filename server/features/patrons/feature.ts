import { account } from '../../../shared/features/account/account.ts'
import {
  endTier as endTierCommand,
  type PatronTier,
  patron,
  patronAudit,
  patronBucketOf,
  patronBuckets,
  patronIndex,
  setTier as setTierCommand,
  type TierSource,
} from '../../../shared/features/patrons/patrons.ts'
import type { Feature, QueryContext } from '../../engine/feature.ts'
import { type Context, implement, type Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { issuerOf } from '../deliveries/issue.ts'
import { notify } from '../notifications/notify.ts'

interface NewTier {
  readonly account: string
  readonly tier: PatronTier
  /** Epoch ms; null for no end. */
  readonly until: number | null
  readonly source: TierSource
  readonly reason: string
}

/**
 * The one way in which a tier changes, by hand and by donations: replaces the tier, keeps the index in step, sets or cancels the timer of
 * its end, and notes it in the audit. Nothing happens where all of it is so already.
 * @param byHub the part of the hub that acts, as the audit names it; left out where an owner acts
 */
export function setPatronTier(context: Context, next: NewTier, byHub?: string): void {
  const { read, edit, schedule, now } = context
  const { account: id, tier, until: end, source, reason } = next
  const until = tier === 'None' ? null : end
  const before = read(patron, id)
  if (before.tier === tier && before.until === until && before.source === source) return
  const since = before.tier === tier ? before.since : now
  Object.assign(edit(patron, id), { tier, since, until, source })
  index(context, id, tier)
  if (until === null) schedule.cancel(timerOf(id))
  else schedule.set(timerOf(id), until, endTierCommand.name, { account: id })
  const target = { id, name: read(account, id).name }
  context.archive(patronAudit, {
    ...(byHub === undefined ? actorOf(context) : { by: byHub, byHub: true, role: null, elevated: false }),
    target,
    from: before.tier,
    to: tier,
    until,
    source,
    reason,
    ...context.origin,
  })
}

/** Notifies a user whose tier is another than before. Who donates hears of it with the thanks. */
export function tellTier(context: Context, id: string, before: PatronTier) {
  const { tier } = context.read(patron, id)
  if (tier === before) return
  const message = tier === 'None' ? `You are no longer a ${before} patron.` : `You are a ${tier} patron now.`
  notify(context, { to: id, type: 'campaign', title: 'Your patron tier', message, link: null })
}

function actorOf(context: Context) {
  const { role, elevated } = issuerOf(context)
  return { by: accountOf(context.actor), byHub: false, role, elevated }
}

function index({ read, edit }: Pick<Context, 'read' | 'edit'>, id: string, tier: PatronTier) {
  const bucket = patronBucketOf(id)
  if (tier !== 'None') edit(patronIndex, bucket).tiers[id] = tier
  else if (Object.hasOwn(read(patronIndex, bucket).tiers, id)) delete edit(patronIndex, bucket).tiers[id]
}

const timerOf = (id: string) => `patron/${id}`

/** The accounts with a tier, and which. Demo accounts are among them. */
export const allPatrons = ({ read }: Pick<QueryContext, 'read'>): readonly (readonly [account: string, PatronTier])[] =>
  patronBuckets.flatMap((bucket) => Object.entries(read(patronIndex, bucket).tiers))

const setTier: Rule<typeof setTierCommand> = (context, { account: id, ...tier }) => {
  const { read, actor, refuse, now } = context
  const { createdAt, demo } = read(account, id)
  // Any visitor can be the demo's owner: a change to a real account would outlast the demo.
  if (createdAt === 0 || demo !== read(account, accountOf(actor)).demo) return refuse('noAccount')
  if (tier.until !== null && tier.until <= now) return refuse('past')
  const before = read(patron, id).tier
  setPatronTier(context, { account: id, ...tier, source: 'owner' })
  tellTier(context, id, before)
  return {}
}

const endTier: Rule<typeof endTierCommand> = (context, { account: id }) => {
  const { until, tier: before } = context.read(patron, id)
  if (until === null || until > context.now) return {}
  setPatronTier(context, { account: id, tier: 'None', until: null, source: 'ended', reason: '' }, 'patrons')
  tellTier(context, id, before)
  return {}
}

/** The tiers of patrons. Donations write through `setPatronTier`. */
export const patronsFeature: Feature = {
  name: 'patrons',
  documents: [patron, patronIndex],
  archives: [patronAudit],
  commands: [implement(setTierCommand, setTier), implement(endTierCommand, endTier)],
  queries: [],
  removals: [
    {
      kind: patronIndex,
      remove(context, { account: erased }) {
        index(context, erased, 'None')
        context.schedule.cancel(timerOf(erased))
      },
    },
  ],
}

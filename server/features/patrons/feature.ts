import type { RowOf } from '../../../shared/engine/archive.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  endTier as endTierCommand,
  type Patron,
  type PatronTier,
  patron,
  patronAudit,
  patronBucketOf,
  patronBuckets,
  patronIndex,
  setTier as setTierCommand,
  type TierSource,
  tierRank,
} from '../../../shared/features/patrons/patrons.ts'
import type { Feature, QueryContext } from '../../engine/feature.ts'
import { type Context, implement, type Rule } from '../../engine/rule.ts'
import { isSameValue, plain } from '../../engine/transaction.ts'
import { accountOf, actorRow } from '../account/rules.ts'
import { checkRank } from '../ledger/grants.ts'
import { notify } from '../notifications/notify.ts'

/** Of an owner, or of donations. */
interface GivenTier {
  readonly tier: PatronTier
  /** Epoch ms; null for no end. */
  readonly until: number | null
}

/** What an owner and what donations give of a tier, whichever is shown. */
export function givenTiersOf({ tier, until, source, beside }: Patron) {
  const shown: GivenTier | null = tier === 'None' ? null : { tier, until }
  return source === 'donation' ? { owner: beside, donation: shown } : { owner: shown, donation: beside }
}

const endOf = ({ until }: GivenTier) => until ?? Number.POSITIVE_INFINITY
const isBetter = (one: GivenTier, other: GivenTier) =>
  one.tier === other.tier ? endOf(one) > endOf(other) : tierRank(one.tier) > tierRank(other.tier)

type Shown = Omit<Patron, 'since'>

/** The higher tier is shown, of equal ones that with the later end. What has ended is left out. @param ended the source where none is left */
function shownOf(given: ReturnType<typeof givenTiersOf>, ended: TierSource, now: number): Shown {
  const stillOf = (one: GivenTier | null) => (one !== null && endOf(one) > now ? one : null)
  const [owner, donation] = [stillOf(given.owner), stillOf(given.donation)]
  if (donation && (!owner || isBetter(donation, owner))) return { ...donation, source: 'donation', beside: owner }
  return owner
    ? { ...owner, source: 'owner', beside: donation }
    : { tier: 'None', until: null, source: ended, beside: null }
}

interface NewTier extends GivenTier {
  readonly account: string
  readonly source: 'owner' | 'donation'
  readonly reason: string
}

/**
 * Replaces what an owner gives an account, or what its donations give: neither takes from the other. None by an owner takes both away.
 * @param byHub the part of the hub that acts, as the audit names it; left out where an owner acts
 */
export function setPatronTier(context: Context, next: NewTier, byHub?: string): void {
  const { account: id, tier, until: end, source, reason } = next
  const own = plain(context.read(patron, id))
  const before = givenTiersOf(own)
  const until = tier === 'None' ? null : end
  const given = { ...before, [source]: tier === 'None' ? null : { tier, until } }
  if (source === 'owner' && tier === 'None') given.donation = null
  const endedBy = own.tier === 'None' ? own.source : 'ended'
  const act = { from: before[source]?.tier ?? 'None', to: tier, until, source } as const
  show(context, id, shownOf(given, source === 'owner' ? source : endedBy, context.now), { reason, byHub, act })
}

interface Said {
  readonly reason: string
  readonly byHub: string | undefined
  /** Of an owner, for the audit: what they did where another tier is shown. */
  readonly act?: Pick<RowOf<typeof patronAudit>, 'from' | 'to' | 'until' | 'source'>
}

/**
 * The one way in which a tier changes: keeps the index in step, sets or cancels the timer of its end, and notes it in the audit. Nothing
 * happens where all of it is so already.
 */
function show(context: Context, id: string, next: Shown, { reason, byHub, act }: Said) {
  const { read, edit, schedule, now } = context
  const before = plain(read(patron, id))
  const since = before.tier === next.tier ? before.since : now
  if (isSameValue(before, { ...next, since })) return
  Object.assign(edit(patron, id), next, { since })
  const { tier, until, source } = next
  index(context, id, tier)
  if (until === null) schedule.cancel(timerOf(id))
  else schedule.set(timerOf(id), until, endTierCommand.name, { account: id })
  const isShown = before.tier !== tier || before.until !== until || before.source !== source
  // What donations give beside a better tier is in their own history.
  if (!isShown && byHub !== undefined) return
  context.archive(patronAudit, {
    ...(byHub === undefined
      ? { byHub: false, ...actorRow(context) }
      : { by: byHub, byHub: true, role: null, elevated: false, ...context.origin }),
    target: { id, name: read(account, id).name },
    ...(act && !isShown ? act : { from: before.tier, to: tier, until, source }),
    reason,
  })
}

/** Notifies a user whose tier has changed. Those who donated learn of it from the message that thanks them. */
export function notifyOfTier(context: Context, id: string, before: PatronTier) {
  const { tier } = context.read(patron, id)
  if (tier === before) return
  const message = tier === 'None' ? `You are no longer a ${before} patron.` : `You are a ${tier} patron now.`
  notify(context, { to: id, type: 'campaign', title: 'Your patron tier', message, link: null })
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

/** Campaigns pay patrons: to set a tier is like a grant, which others than owners give to no account of their own, and of their rank to none. */
const setTier: Rule<typeof setTierCommand> = (context, { account: id, ...tier }) => {
  const { read, actor, refuse, now } = context
  const { createdAt, demo } = read(account, id)
  // Any visitor can be the demo's owner: a change to a real account would outlast the demo.
  if (createdAt === 0 || demo !== read(account, accountOf(actor)).demo) return refuse('noAccount')
  if (tier.until !== null && tier.until <= now) return refuse('past')
  checkRank(context, id)
  const before = read(patron, id).tier
  setPatronTier(context, { account: id, ...tier, source: 'owner' })
  notifyOfTier(context, id, before)
  return {}
}

const endTier: Rule<typeof endTierCommand> = (context, { account: id }) => {
  const { until, tier: before } = context.read(patron, id)
  if (until === null || until > context.now) return {}
  const given = givenTiersOf(plain(context.read(patron, id)))
  show(context, id, shownOf(given, 'ended', context.now), { reason: '', byHub: 'patrons' })
  notifyOfTier(context, id, before)
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

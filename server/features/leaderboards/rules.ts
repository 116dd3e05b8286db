import type { RowOf } from '../../../shared/engine/archive.ts'
import type { Person } from '../../../shared/engine/document.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import type * as commands from '../../../shared/features/leaderboards/commands.ts'
import { turnSeason as turnCommand } from '../../../shared/features/leaderboards/commands.ts'
import {
  keptSeason,
  leaderboardSettings,
  leaderboards,
  type Place,
  seasons,
} from '../../../shared/features/leaderboards/leaderboards.ts'
import { seasonAudit } from '../../../shared/features/leaderboards/seasonAudit.ts'
import { derive } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf, actorRow } from '../account/rules.ts'
import { notifyEveryone } from '../notifications/notify.ts'
import { isBanned } from '../trades/rules.ts'
import { isListed } from './scores.ts'

type Edits = Pick<Context, 'read' | 'edit'>

/** A user who does not want to be listed leaves all lists in the same change. */
export const setListed: Rule<typeof commands.setListed> = (context, { isListed }) => {
  const own = accountOf(context.actor)
  context.edit(leaderboardSettings, own).isListed = isListed
  if (!isListed) unlist(context, own)
  return {}
}

/** Removes a user from what is published, and their name from the seasons that are kept: a place there stays empty. */
function unlist(context: Edits, account: string) {
  const { read, edit } = context
  const isIn = (lists: PublishedLists) => accountsIn(lists).has(account)
  removeFromPublished(context, account)
  for (const number of Object.keys(read(seasons).kept))
    if (isIn(read(keptSeason, number).lists))
      for (const { places } of Object.values(edit(keptSeason, number).lists))
        for (const place of Object.values(places))
          if (place.account === account) Object.assign(place, { account: null, kills: null, deaths: null })
}

type PublishedLists = Readonly<Record<string, { readonly places: Readonly<Record<string, Place>> }>>
const accountsIn = (lists: PublishedLists) =>
  new Set(Object.values(lists).flatMap(({ places }) => Object.values(places).map(({ account }) => account)))

function removeFromPublished({ read, edit }: Edits, account: string) {
  if (!accountsIn(read(leaderboards).lists).has(account)) return
  for (const list of Object.values(edit(leaderboards).lists)) {
    const left = Object.values(list.places).filter((place) => place.account !== account)
    if (left.length === Object.keys(list.places).length) continue
    list.size = Math.max(0, list.size - 1)
    list.places = byRank(left.map((place, nth) => ({ ...place, rank: nth + 1 })))
  }
}

/**
 * A banned player leaves what is published in the same change, and is back after the ban. Seasons that are kept stay as they were: a ban may
 * be undone, and a name that is taken out there does not come back.
 */
export const followBans = derive(bans, (context, server, before) => {
  if (Object.keys(context.read(bans, server).bans).every((player) => Object.hasOwn(before.bans, player))) return
  for (const account of accountsIn(context.read(leaderboards).lists))
    if (account !== null && isBanned(context.read, account, context.now)) removeFromPublished(context, account)
})

export const eraseFromLists = (context: Edits, { account }: Person) => unlist(context, account)

const byRank = (places: readonly Place[]) => Object.fromEntries(places.map((place) => [place.rank, { ...place }]))

/** Of the given places those of users who are still listed: they may have left since the lists were read. */
const stillListed = ({ read, now }: Pick<Context, 'read' | 'now'>, lists: commands.ListedPlaces) =>
  Object.fromEntries(
    Object.entries(lists).map(([key, { size, places }]) => {
      const left = places.filter(({ account }) => account !== null && isListed(read, account, now))
      return [key, { size, places: byRank(left.map((place, nth) => ({ ...place, rank: nth + 1 }))) }]
    }),
  )

export const publishLeaderboards: Rule<typeof commands.publishLeaderboards> = (context, { log, lists }) => {
  Object.assign(context.edit(leaderboards), { publishedAt: context.now, log, lists: stillListed(context, lists) })
  return {}
}

export const endSeason: Rule<typeof commands.endSeason> = (context, { number }) => {
  if (context.read(seasons).number !== number) return context.refuse('endedAlready')
  const ended = turnSeason(context)
  auditSeason(context, 'endSeason', number)
  return ended
}

function auditSeason(context: Context, act: RowOf<typeof seasonAudit>['act'], season: number) {
  context.archive(seasonAudit, { act, season, ...actorRow(context) })
}

/** The next season begins at once. The places of the one that ended are kept by the worker, from what each user had at this moment. */
export function turnSeason(context: Context & { refuse(code: 'keeping'): never }) {
  const { edit, now, refuse } = context
  const season = edit(seasons)
  if (season.keeping) return refuse('keeping')
  const ended = season.number
  season.keeping = { startedAt: season.startedAt, endedAt: now }
  season.number += 1
  season.startedAt = now
  notifyEveryone(context, {
    type: 'seasonEnded',
    title: `Season ${ended} has ended`,
    message: 'The final places are on the leaderboards. A new season has begun.',
    link: `/leaderboards?season=${ended}`,
  })
  return {}
}

/** A month is over. If the places of the season before are still being kept, the next one begins a minute later. */
export const turnSeasonByTime: Rule<typeof commands.turnSeason> = (context) => {
  const { read, schedule, now } = context
  if (!read(seasons).keeping) return turnSeason(context)
  schedule.set(`${monthTimer} again`, now + 60_000, turnCommand.name, {})
  return {}
}

export const keepSeason: Rule<typeof commands.keepSeason> = (context, { number, lists }) => {
  const { read, edit, refuse } = context
  const { keeping, number: present } = read(seasons)
  if (!keeping || number !== present - 1) return refuse('keptAlready')
  edit(keptSeason, String(number)).lists = stillListed(context, lists)
  const season = edit(seasons)
  season.kept[number] = { ...keeping }
  season.keeping = null
  return {}
}

const monthTimer = 'leaderboards/month'

export const setMonthlySeasons: Rule<typeof commands.setMonthlySeasons> = (context, { isMonthly }) => {
  const { read, edit, schedule } = context
  if (read(seasons).isMonthly === isMonthly) return {}
  auditSeason(context, isMonthly ? 'monthlyOn' : 'monthlyOff', read(seasons).number)
  edit(seasons).isMonthly = isMonthly
  const firstOfMonth = { rule: '0 0 1 * *', zone: 'UTC', missed: 'runOnce' } as const
  if (isMonthly) schedule.every(monthTimer, firstOfMonth, turnCommand.name, {})
  else schedule.cancel(monthTimer)
  return {}
}

import { isInvisible } from '../../../shared/engine/isInvisible.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  catalogue,
  catalogueKey,
  itemNamed,
  type Offer,
  offerOfKind,
} from '../../../shared/features/catalogue/catalogue.ts'
import type { CatalogueItem } from '../../../shared/features/catalogue/items.ts'
import { sendable } from '../../../shared/features/deliveries/delivery.ts'
import type { ActionDetail } from '../../../shared/features/deliveries/kinds.ts'
import { membership, type Pack, pack } from '../../../shared/features/packs/pack.ts'
import type * as commands from '../../../shared/features/redemptions/commands.ts'
import { longestCustomMessage, paidWeather, type RedeemGroup } from '../../../shared/features/redemptions/redemption.ts'
import { type Plan, planDinosaur, planEffect } from '../../../shared/features/redemptions/steps.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import type { Animal, Need } from './conditions.ts'

export type ItemContext = Parameters<Rule<typeof commands.redeemItem>>[0]
export type ItemInput = Parameters<Rule<typeof commands.redeemItem>>[1]

/** What something of the catalogue becomes in the game. */
interface Wanted {
  readonly group: RedeemGroup
  readonly plan: Plan
  /** Of the first step, beside what the plan says. */
  readonly detail?: ActionDetail
  /** It is done to the whole server, and its deliveries have no target. */
  readonly isForServer?: true
  readonly need: Need
  /** Refuses what would change nothing. */
  readonly check?: (animal: Animal) => void
}

/** Refuses what is not on offer, and choices that are missing or wrong. */
export function wantedOf(context: ItemContext, offer: Offer<CatalogueItem>, input: ItemInput): Wanted {
  const { read, refuse } = context
  const { kinds } = read(sendable, input.server)
  const effect = (kind: Parameters<typeof planEffect>[0], text: string, rest: Partial<Wanted> = {}): Wanted => ({
    group: 'perks',
    plan: planEffect(kind, text, kinds),
    need: { is: 'living' },
    ...rest,
  })
  if (offer.kind === 'redemptionDinosaur') {
    const extras = { main: variantTags(context, offer.variants, input.variants) }
    const plan = planDinosaur(offer.species, 1, kinds, extras)
    return { group: 'dinosaurs', plan, need: needOf(plan) }
  }
  if (offer.kind === 'variant') return effect('mutate', offer.tag, { group: 'mutations' })
  if (offer.kind === 'weather') return weatherOf(context, input.server, offer.weather, 'weather')
  if (offer.kind !== 'perk') return refuse('notOffered')
  const growTo = (growth: number) =>
    effect('grow', String(growth), {
      check: (animal) => {
        if (animal.growth >= growth * 100) refuse('grown', { growth: animal.growth })
      },
    })
  switch (offer.id) {
    case 'full-heal':
      return effect('heal', '', { check: ({ health }) => void (health >= 100 && refuse('healthy')) })
    case 'adult-growth':
      return growTo(1)
    case 'half-growth':
      return growTo(0.5)
    case 'custom-message':
      return effect('message', '', { need: { is: 'present' }, detail: { text: messageOf(context, input.message) } })
    case 'custom-teleport':
      return effect('teleport', '', { detail: travellerOf(context, input.server, input.destination) })
    case 'weather-control': {
      const chosen = offerOfKind(read(catalogue, catalogueKey), 'weather', input.weather, context.now)
      if (!chosen) return refuse('noWeather')
      return chosen.isOn ? weatherOf(context, input.server, chosen.weather, 'perks') : refuse('notOffered')
    }
    default:
      return refuse('notOffered')
  }
}

export const needOf = ({ standAs, steps }: Plan): Need => {
  if (standAs !== null) return { is: 'youngOf', species: standAs }
  return steps[0]?.kind === 'spawn' ? { is: 'free' } : { is: 'living' }
}

/** One paid weather at a time on a server. */
function weatherOf({ read, refuse, now }: ItemContext, server: string, weather: string, group: RedeemGroup): Wanted {
  const { pending, running } = read(paidWeather, server)
  if (pending !== null) return refuse('weatherWaits')
  if (running !== null && running.until > now)
    return refuse('weatherRuns', { weather: running.weather, minutes: Math.ceil((running.until - now) / 60_000) })
  const plan = planEffect('weather', weather, read(sendable, server).kinds)
  return { group, plan, need: { is: 'nothing' }, isForServer: true }
}

function messageOf({ refuse }: ItemContext, message: string): string {
  const text = message.trim()
  if (isInvisible(text)) return refuse('noMessage')
  // In code points, so that emoji count once.
  if ([...text].length > longestCustomMessage) return refuse('messageTooLong', { most: longestCustomMessage })
  return text
}

/** To a member of the user's pack who shares their place: another destination would betray where a player is. */
function travellerOf({ actor, read, refuse }: ItemContext, server: string, destination: string): ActionDetail {
  const me = accountOf(actor)
  const { pack: own } = read(membership, me)
  const { members } = own === null ? { members: {} } : read(pack, own)
  const isThere = destination !== me && Object.hasOwn(members, destination)
  const member = isThere ? (members as Pack['members'])[destination] : null
  const { steamId } = read(account, destination)
  const inGame = steamId === null ? undefined : read(roster, server).players[steamId]
  if (!member || member.sharedSince === null || steamId === null || !inGame?.animal || inGame.animal.dead)
    return refuse('noTraveller')
  return { destination: steamId, destinationName: member.name }
}

function variantTags({ refuse }: ItemContext, allowed: readonly string[], chosen: readonly string[]): string[] {
  return [...new Set(chosen)].map((id) => {
    const item = itemNamed(id)
    return item?.kind === 'variant' && allowed.includes(id)
      ? item.tag
      : refuse('noVariant', { variant: item?.name ?? id })
  })
}

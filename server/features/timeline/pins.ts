import type { Person } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import * as pins from '../../../shared/features/timeline/pins.ts'
import type { QueryContext } from '../../engine/feature.ts'
import type { Principal, Reading } from '../../engine/principal.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf, actorRow } from '../account/rules.ts'

/** The clock of a page may be ahead of the hub's by so much. */
const aheadMs = 5_000

export const pinTimeline: Rule<typeof pins.pinTimeline> = (context, { server, ...asked }) => {
  const { actor, edit, read, refuse, now, newId } = context
  const { from, until } = asked
  if (until < from) return refuse('backwards')
  if (until - from > pins.longestPinMs) return refuse('tooLong')
  if (until > now + aheadMs) return refuse('notYet')
  const kept = edit(pins.timelinePins, server).pins
  if (Object.keys(kept).length >= pins.mostPins) return refuse('tooMany')
  const left = pins.mostPinnedMinutes - usedMinutes(Object.values(kept))
  const minutes = pins.pinMinutes(asked)
  if (minutes > left) return refuse('quotaFull', { minutes, left })
  const by = accountOf(actor)
  const id = newId()
  kept[id] = pins.Pin.parse({
    ...asked,
    withMap: actor.can('viewAllPositions'),
    withChat: actor.can('readChat'),
    by,
    byName: read(account, by).name,
    at: now,
  })
  record(context, 'pin', id, kept[id])
  return { id }
}

/** Minutes of the quota that these pins take together. */
export const usedMinutes = (kept: readonly pins.Pin[]) => kept.reduce((sum, pin) => sum + pins.pinMinutes(pin), 0)

export const changePin: Rule<typeof pins.changePin> = (context, { server, id, name, note }) => {
  const pin = pinIn(context, server, id)
  if (!pin) return context.refuse('gone')
  checkNotNamed(context, pin)
  Object.assign(pin, { name, note })
  record(context, 'change', id, pin)
  return {}
}

export const unpinTimeline: Rule<typeof pins.unpinTimeline> = (context, { server, id, evenAttached }) => {
  const pin = pinIn(context, server, id)
  if (!pin) return context.refuse('gone')
  checkNotNamed(context, pin)
  if (pin.bans.length > 0 && !evenAttached) return context.refuse('attached')
  record(context, 'unpin', id, pin)
  for (const writer of pin.writers) delete context.edit(pins.pinnedChat, writer).pins[id]
  delete context.edit(pins.timelinePins, server).pins[id]
  return {}
}

export const attachPin: Rule<typeof pins.attachPin> = (context, { server, id, player, attached }) => {
  const { read, refuse } = context
  const pin = pinIn(context, server, id)
  if (!pin) return refuse('gone')
  const held = pin.bans.find((one) => one.id === player)
  if (attached === (held !== undefined)) return {}
  if (held) {
    checkNotNamed(context, pin)
    pin.bans = pin.bans.filter((one) => one.id !== player)
    record(context, 'detach', id, pin, held)
    return {}
  }
  const { bans: all } = read(bans, server)
  const ban = Object.hasOwn(all, player) ? all[player] : undefined
  if (!ban) return refuse('notBanned')
  if (pin.bans.length >= pins.mostBansOfPin) return refuse('tooMany')
  const target = { id: player, name: ban.name }
  pin.bans.push(target)
  record(context, 'attach', id, pin, target)
  return {}
}

/** Staff neither read nor remove what others keep of them, as they do not read the notes about themselves. The maker of a pin and owners do. */
export function isKeptFrom(read: Reading, { id, can }: Pick<Principal, 'id' | 'can'>, pin: pins.Pin): boolean {
  if (id === null || pin.by === id || can('ownerPanel')) return false
  const { steamId, formerSteamIds } = read(account, id)
  const players = steamId === null ? formerSteamIds : [steamId, ...formerSteamIds]
  return pins.namesPerson(pin, { account: id, players })
}

function checkNotNamed({ actor, read, refuse }: Context & { refuse(code: 'namesYou'): never }, pin: pins.Pin) {
  if (isKeptFrom(read, actor, pin)) refuse('namesYou')
}

/** The pins that the asker may see. What is kept from them takes of the quota, too. */
export function pinsFor({ read, principal }: Pick<QueryContext, 'read' | 'principal'>, server: string) {
  const kept = Object.entries(read(pins.timelinePins, server).pins)
  const shown = kept.filter(([, pin]) => !isKeptFrom(read, principal, pin))
  return { pins: Object.fromEntries(shown), minutes: usedMinutes(kept.map(([, pin]) => pin)) }
}

/** What was copied for a pin that has gone meanwhile, or has its chat, is not kept. */
export const keepChat: Rule<typeof pins.keepChat> = (context, { server, id, messages }) => {
  const pin = pinIn(context, server, id)
  if (!pin?.withChat || pin.chat !== null) return {}
  const byWriter = Map.groupBy(messages, ({ row }) => row.player?.id ?? '')
  byWriter.delete('')
  for (const [writer, own] of byWriter) context.edit(pins.pinnedChat, writer).pins[id] = own
  pin.writers = [...byWriter.keys()]
  pin.chat = [...byWriter.values()].reduce((sum, own) => sum + own.length, 0)
  return {}
}

/** The messages themselves are erased with their document. */
export function removePerson({ edit, read }: Pick<Context, 'edit' | 'read'>, person: Person) {
  const isTheirs = (id: string) => id === person.account || person.players.includes(id)
  for (const [id, pin] of Object.entries(read(pins.timelinePins, mainServer).pins)) {
    if (pin.by !== person.account && !pins.isPinAbout(pin, person)) continue
    const edited = edit(pins.timelinePins, mainServer).pins[id]
    if (!edited) continue
    if (pin.by === person.account) edited.byName = ''
    if (!pins.isPinAbout(pin, person)) continue
    // Staff may have written the person's name into either.
    Object.assign(edited, { name: 'Pin', note: '' })
    edited.persons = edited.persons.filter((one) => !isTheirs(one.id))
    edited.bans = edited.bans.filter((one) => !isTheirs(one.id))
    edited.writers = edited.writers.filter((one) => !isTheirs(one))
  }
}

const pinIn = ({ edit, read }: Pick<Context, 'edit' | 'read'>, server: string, id: string): pins.Pin | undefined =>
  Object.hasOwn(read(pins.timelinePins, server).pins, id) ? edit(pins.timelinePins, server).pins[id] : undefined

type Act = 'pin' | 'change' | 'unpin' | 'attach' | 'detach'

function record(context: Context, act: Act, id: string, pin: pins.Pin, target: pins.Pin['bans'][number] | null = null) {
  context.archive(pins.timelineAudit, {
    act,
    pin: id,
    name: pin.persons.length + pin.bans.length > 0 ? '' : pin.name,
    from: pin.from,
    until: pin.until,
    target,
    ...actorRow(context),
  })
}

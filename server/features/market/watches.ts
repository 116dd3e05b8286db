import type * as commands from '../../../shared/features/market/commands.ts'
import { marketPast, marketWatches, mostWatched } from '../../../shared/features/market/listing.ts'
import type { Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'

export const watchSpecies: Rule<typeof commands.watchSpecies> = ({ actor, read, edit, now, refuse }, { species }) => {
  const own = accountOf(actor)
  const { species: watched } = read(marketWatches, own)
  if (Object.hasOwn(watched, species)) return {}
  if (Object.keys(watched).length >= mostWatched) return refuse('tooMany')
  edit(marketWatches, own).species[species] = { seenAt: now }
  return {}
}

export const unwatchSpecies: Rule<typeof commands.unwatchSpecies> = ({ actor, edit }, { species }) => {
  delete edit(marketWatches, accountOf(actor)).species[species]
  return {}
}

export const dismissMarketNotices: Rule<typeof commands.dismissMarketNotices> = (context, { listings, species }) => {
  const { actor, read, edit, now } = context
  const own = accountOf(actor)
  for (const name of species)
    if (Object.hasOwn(read(marketWatches, own).species, name)) edit(marketWatches, own).species[name] = { seenAt: now }
  const { past } = read(marketPast, own)
  for (const id of listings)
    if (Object.hasOwn(past, id)) Object.assign(edit(marketPast, own).past[id] ?? {}, { isSeen: true })
  return {}
}

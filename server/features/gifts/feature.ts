import { PlayerId } from '../../../shared/engine/ids.ts'
import * as commands from '../../../shared/features/gifts/gifts.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { isSamePerson } from '../account/persons.ts'
import { accountsByExactName } from '../profile/search.ts'
import { switchedBy } from '../settings/hubSettings.ts'
import * as rules from './rules.ts'

type FindContext = QueryContext<typeof commands.findReceiver>

/** Only players who take gifts are found, so that the answer is the same for the others and for names that are not a player's. */
async function receiverNamed(context: FindContext, name: string) {
  const { read, principal, now, refuse } = context
  const own = principal.id ?? ''
  const found = await accountsByExactName(context, name)
  if (found.includes(own) && found.length === 1) return refuse('samePerson')
  const [first, second] = found.filter((id) => id !== own && rules.takesGiftsOf(read, own, id, now))
  if (first === undefined) return refuse('noReceiver')
  if (second !== undefined) return refuse('ambiguous')
  if (isSamePerson(read, own, first)) return refuse('samePerson')
  const { name: shown, avatar } = read(profile, first)
  return { account: PlayerId.parse(first), name: shown, avatar }
}

/** Users give dinosaurs and currency to others. */
export const giftsFeature: Feature = {
  name: 'gifts',
  switch: switchedBy('gifts'),
  documents: [commands.giftSettings],
  commands: [implement(commands.sendGift, rules.sendGift), implement(commands.setTakesGifts, rules.setTakesGifts)],
  queries: [implementQuery(commands.findReceiver, (context, { name }) => receiverNamed(context, name))],
}

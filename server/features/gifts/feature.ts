import { PlayerId } from '../../../shared/engine/ids.ts'
import { account, identities } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/gifts/gifts.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { identityBucketOf, identityKeyOf } from '../account/rules.ts'
import { accountsNamed } from '../profile/search.ts'
import { isSamePerson } from '../trades/persons.ts'
import * as rules from './rules.ts'

type FindContext = QueryContext<typeof commands.findReceiver>

/** Only players who take gifts are found, so that the answer is the same for the others and for names that are no player's. */
async function receiverNamed(context: FindContext, name: string) {
  const { read, principal, now, refuse } = context
  const own = principal.id ?? ''
  const found = /^\d{17}$/.test(name) ? accountOfSteam(context, name) : await accountsWithName(context, name)
  if (found.includes(own) && found.length === 1) return refuse('samePerson')
  const [first, second] = found.filter((id) => id !== own && rules.takesGiftsOf(read, own, id, now))
  if (first === undefined) return refuse('noReceiver')
  if (second !== undefined) return refuse('ambiguous')
  if (isSamePerson(read, own, first)) return refuse('samePerson')
  const { name: shown, avatar } = read(profile, first)
  return { account: PlayerId.parse(first), name: shown, avatar }
}

async function accountsWithName(context: FindContext, name: string): Promise<readonly string[]> {
  const wanted = name.toLowerCase()
  const found = await accountsNamed(context, name)
  return found.filter((id) => context.read(account, id).name.toLowerCase() === wanted)
}

function accountOfSteam({ read, principal }: FindContext, steamId: string): readonly string[] {
  const key = identityKeyOf('steam', steamId, read(account, principal.id ?? '').demo)
  const { accounts } = read(identities, identityBucketOf(key))
  const found = Object.hasOwn(accounts, key) ? accounts[key] : undefined
  return found === undefined ? [] : [found]
}

/** Users give dinosaurs and currency to others. */
export const giftsFeature: Feature = {
  name: 'gifts',
  documents: [commands.giftSettings],
  commands: [implement(commands.sendGift, rules.sendGift), implement(commands.setTakesGifts, rules.setTakesGifts)],
  queries: [implementQuery(commands.findReceiver, (context, { name }) => receiverNamed(context, name))],
}

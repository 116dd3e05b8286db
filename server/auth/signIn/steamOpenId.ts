import { SignInFault } from './provider.ts'

// OpenID Authentication 2.0 as Steam implements it: one provider, no associations; every assertion is confirmed by Steam itself.
const ns = 'http://specs.openid.net/auth/2.0'
const identifierSelect = `${ns}/identifier_select`

/** User, recipient, time and place must all be covered by the signature. */
const mustBeSigned = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']
const nonceForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\S{0,235}$/

interface SteamAttempt {
  readonly state: string
  readonly returnAddress: string
}

/** Contains the state, so that Steam's signature covers it. */
const returnToOf = ({ state, returnAddress }: SteamAttempt) => `${returnAddress}?state=${state}`

export function steamStartAddress(openIdUrl: string, attempt: SteamAttempt) {
  const address = new URL(openIdUrl)
  const fields = {
    ns,
    mode: 'checkid_setup',
    identity: identifierSelect,
    claimed_id: identifierSelect,
    return_to: returnToOf(attempt),
    realm: new URL(attempt.returnAddress).origin,
  }
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(`openid.${name}`, value)
  return address.href
}

export interface Assertion {
  readonly steamId: string
  readonly nonce: string
  /** Epoch ms, as the nonce states it. */
  readonly madeAt: number
  /** The request with which Steam confirms the assertion. */
  readonly question: URLSearchParams
}

const invalid = (why: string) => new SignInFault('invalid', why)

/** Checks everything that can be checked without asking Steam. @throws SignInFault */
export function readAssertion(openIdUrl: string, query: URLSearchParams, attempt: SteamAttempt): Assertion {
  const fields = openIdFields(query)
  const field = (name: string) => fields.get(name) ?? ''
  if (field('mode') === 'cancel') throw new SignInFault('cancelled', 'the user cancelled at the provider')
  if (field('ns') !== ns || field('mode') !== 'id_res') throw invalid('it is not a positive assertion')
  if (field('op_endpoint') !== openIdUrl) throw invalid('the assertion is of another provider')
  if (field('return_to') !== returnToOf(attempt)) throw invalid('the return address is not ours')
  const signed = field('signed').split(',')
  if (field('sig') === '' || !mustBeSigned.every((name) => signed.includes(name)))
    throw invalid('not all required fields are signed')
  const [, time] = nonceForm.exec(field('response_nonce')) ?? []
  const madeAt = Date.parse(time ?? '')
  if (Number.isNaN(madeAt)) throw invalid('the nonce contains no time')
  const steamId = steamIdOf(openIdUrl, field('claimed_id'))
  if (steamId === null || field('identity') !== field('claimed_id'))
    throw invalid('the identity is not a Steam identity')
  return { steamId, madeAt, nonce: field('response_nonce'), question: questionOf(fields) }
}

/** Fields by their short names. A duplicate is rejected: one copy could be checked and the other one used. */
function openIdFields(query: URLSearchParams) {
  const fields = new Map<string, string>()
  for (const [name, value] of query) {
    if (!name.startsWith('openid.')) continue
    const short = name.slice('openid.'.length)
    if (fields.has(short)) throw invalid('a field occurs twice')
    fields.set(short, value)
  }
  return fields
}

function steamIdOf(openIdUrl: string, claimedId: string) {
  const start = `${new URL(openIdUrl).origin}/openid/id/`
  const id = claimedId.slice(start.length)
  return claimedId.startsWith(start) && /^\d{17}$/.test(id) ? id : null
}

function questionOf(fields: ReadonlyMap<string, string>) {
  const question = new URLSearchParams([...fields].map(([name, value]) => [`openid.${name}`, value]))
  question.set('openid.mode', 'check_authentication')
  return question
}

/** @param answer Steam's answer in key-value form */
export const isConfirmed = (answer: string) => answer.split('\n').includes('is_valid:true')

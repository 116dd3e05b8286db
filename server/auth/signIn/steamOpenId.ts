import { SignInFault } from './provider.ts'

// OpenID Authentication 2.0, as Steam speaks it: one provider, no associations, every assertion checked with Steam itself.
const ns = 'http://specs.openid.net/auth/2.0'
const anybody = `${ns}/identifier_select`

/** Who, to whom, when and where must all be under the signature. */
const mustBeSigned = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']
const nonceForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\S{0,235}$/

interface SteamAttempt {
  readonly state: string
  readonly returnAddress: string
}

/** With the state in it, so that Steam signs that too. */
export const returnToOf = ({ state, returnAddress }: SteamAttempt) => `${returnAddress}?state=${state}`

export function steamStartAddress(openIdUrl: string, attempt: SteamAttempt) {
  const address = new URL(openIdUrl)
  const asked = {
    ...{ ns, mode: 'checkid_setup', identity: anybody, claimed_id: anybody },
    ...{ return_to: returnToOf(attempt), realm: new URL(attempt.returnAddress).origin },
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(`openid.${name}`, value)
  return address.href
}

export interface Assertion {
  readonly steamId: string
  readonly nonce: string
  /** Epoch ms at which it was made, as it says itself. */
  readonly madeAt: number
  /** What is to be asked of Steam: is this yours? */
  readonly question: URLSearchParams
}

const invalid = (why: string) => new SignInFault('invalid', why)

/** Everything that can be checked without Steam. @throws SignInFault */
export function readAssertion(openIdUrl: string, query: URLSearchParams, attempt: SteamAttempt): Assertion {
  const given = openIdFields(query)
  const field = (name: string) => given.get(name) ?? ''
  if (field('mode') === 'cancel') throw new SignInFault('cancelled', 'they cancelled it at the provider')
  if (field('ns') !== ns || field('mode') !== 'id_res') throw invalid('it is not a positive assertion')
  if (field('op_endpoint') !== openIdUrl) throw invalid('the assertion is of another provider')
  if (field('return_to') !== returnToOf(attempt)) throw invalid('the return address is not ours')
  const signed = field('signed').split(',')
  if (field('sig') === '' || !mustBeSigned.every((name) => signed.includes(name)))
    throw invalid('not all is signed that must be')
  const [, time] = nonceForm.exec(field('response_nonce')) ?? []
  const madeAt = Date.parse(time ?? '')
  if (Number.isNaN(madeAt)) throw invalid('the nonce says no time')
  const steamId = steamIdOf(openIdUrl, field('claimed_id'))
  if (steamId === null || field('identity') !== field('claimed_id')) throw invalid('the identity is not one of Steam')
  return { steamId, madeAt, nonce: field('response_nonce'), question: questionOf(given) }
}

/** The fields by their short names. What is there twice could be checked once and believed the other time. */
function openIdFields(query: URLSearchParams) {
  const given = new Map<string, string>()
  for (const [name, value] of query) {
    if (!name.startsWith('openid.')) continue
    const short = name.slice('openid.'.length)
    if (given.has(short)) throw invalid('a field is there twice')
    given.set(short, value)
  }
  return given
}

function steamIdOf(openIdUrl: string, claimedId: string) {
  const start = `${new URL(openIdUrl).origin}/openid/id/`
  const id = claimedId.slice(start.length)
  return claimedId.startsWith(start) && /^\d{17}$/.test(id) ? id : null
}

function questionOf(given: ReadonlyMap<string, string>) {
  const question = new URLSearchParams([...given].map(([name, value]) => [`openid.${name}`, value]))
  question.set('openid.mode', 'check_authentication')
  return question
}

/** Of Steam's answer in key-value form. */
export const isConfirmed = (answer: string) => answer.split('\n').includes('is_valid:true')

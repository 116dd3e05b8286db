import { createHmac, randomBytes } from 'node:crypto'
import {
  choicePage,
  choose,
  json,
  type Outage,
  openProviderServer,
  type ProviderReply,
  page,
} from './providerServer.ts'

const steamNs = 'http://specs.openid.net/auth/2.0'
const cancelled = new URLSearchParams({ 'openid.ns': steamNs, 'openid.mode': 'cancel' })

interface SteamPerson {
  readonly steamId: string
  readonly name: string
  readonly country?: string
  /** Epoch seconds. */
  readonly timeCreated?: number
}

interface SteamOptions {
  readonly people: readonly SteamPerson[]
  /** 0 for any. */
  readonly port?: number
  readonly apiKey?: string
}

const login = '/openid/login'
const summaries = '/ISteamUser/GetPlayerSummaries/v2/'

/** A local Steam: OpenID 2.0 without associations, and the call of the Web API that returns names. */
export async function openSteamProvider({ people, port = 0, apiKey = 'steam-api-key' }: SteamOptions) {
  const assertions = createSteamAssertions(() => `${server.address}${login}`)
  let outage: Outage | null = null

  function summary(query: URLSearchParams): ProviderReply {
    if (query.get('key') !== apiKey) return { status: 403, text: '<html>Forbidden</html>' }
    const known = people.filter(({ steamId }) => steamId === query.get('steamids'))
    return json({ response: { players: known.map(summaryOf) } })
  }
  function fromBrowser(query: URLSearchParams): ProviderReply {
    if (query.get('openid.mode') !== 'checkid_setup') return { status: 400, text: 'Not a request of OpenID' }
    const returnTo = query.get('openid.return_to') ?? ''
    if (query.has('cancel')) return backTo(returnTo, cancelled, '')
    const [who, fault] = [query.get('who'), query.get('fault') ?? '']
    return who === null ? choices(query, people) : backTo(returnTo, assertions.make(returnTo, who, fault), fault)
  }
  const server = await openProviderServer(port, {
    isAskedByHub: (method, path) => path === summaries || (path === login && method === 'POST'),
    outage: () => outage,
    answer({ method, path, query, form }) {
      if (path === summaries) return summary(query)
      if (path !== login) return { status: 404, text: 'Not found' }
      if (method === 'POST') return { text: `ns:${steamNs}\nis_valid:${assertions.isOwn(form)}\n` }
      return fromBrowser(query)
    },
  })
  return {
    ...server,
    apiKey,
    openIdUrl: `${server.address}${login}`,
    /** Sets an outage for the requests of the hub; null for none. */
    breakDown: (wanted: Outage | null) => {
      outage = wanted
    },
  }
}

function backTo(returnTo: string, fields: URLSearchParams, fault: string): ProviderReply {
  const address = new URL(returnTo)
  for (const [name, value] of fields) address.searchParams.append(name, value)
  if (fault === 'wrongState') address.searchParams.set('state', 'a-state-that-nobody-has-sent')
  return { location: address.href }
}

function choices(query: URLSearchParams, people: readonly SteamPerson[]): ProviderReply {
  const [first] = people
  return page(
    choicePage({
      title: 'Sign in through Steam',
      people: people.map(({ steamId, name }) => ({
        text: `Sign in as ${name}`,
        address: choose(login, query, { who: steamId }),
      })),
      cancel: { text: 'Cancel', address: choose(login, query, { cancel: '1' }) },
      faults: steamFaults.map((fault) => ({
        text: fault,
        address: choose(login, query, { who: first?.steamId ?? '', fault }),
      })),
    }),
  )
}

const summaryOf = ({ steamId, name, country, timeCreated }: SteamPerson) => ({
  steamid: steamId,
  personaname: name,
  avatarfull: `https://avatars.steamstatic.com/${steamId}_full.jpg`,
  profileurl: `https://steamcommunity.com/profiles/${steamId}/`,
  communityvisibilitystate: 3,
  ...(country && { loccountrycode: country }),
  ...(timeCreated && { timecreated: timeCreated }),
})

/** Faults of an assertion. All but the first have a valid signature, which Steam would confirm. */
const steamFaults = [
  'badSignature',
  'replayedNonce',
  'oldNonce',
  'wrongReturnAddress',
  'wrongState',
  'otherHost',
  'otherIdentity',
  'unsignedIdentity',
  'otherProvider',
  'fieldTwice',
] as const

const allFields = ['signed', 'op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']

/** Makes signed assertions, and confirms each of them once. */
function createSteamAssertions(openIdUrl: () => string) {
  const key = randomBytes(32)
  const fresh = new Set<string>()
  let lastNonce = ''

  const sign = (fields: URLSearchParams) => {
    const names = (fields.get('openid.signed') ?? '').split(',')
    const text = names.map((name) => `${name}:${fields.get(`openid.${name}`)}\n`).join('')
    return createHmac('sha256', key).update(text).digest('base64')
  }
  function nonceFor(fault: string) {
    if (fault === 'replayedNonce' && lastNonce) return lastNonce
    const time = new Date(Date.now() - (fault === 'oldNonce' ? 3_600_000 : 0)).toISOString()
    return `${time.slice(0, 19)}Z${randomBytes(9).toString('base64url')}`
  }
  return {
    /** The fields that the browser returns. */
    make(returnTo: string, steamId: string, fault: string): URLSearchParams {
      const host = fault === 'otherHost' ? 'https://steamcornmunity.example' : new URL(openIdUrl()).origin
      const other = `${host}/openid/id/76561198000009999`
      const claimed = `${host}/openid/id/${steamId}`
      lastNonce = nonceFor(fault)
      fresh.add(lastNonce)
      const given = {
        ns: steamNs,
        mode: 'id_res',
        claimed_id: claimed,
        assoc_handle: '1234567890',
        response_nonce: lastNonce,
        identity: fault === 'otherIdentity' ? other : claimed,
        op_endpoint: fault === 'otherProvider' ? 'https://elsewhere.example/openid' : openIdUrl(),
        return_to: fault === 'wrongReturnAddress' ? returnTo.replace('/return', '/elsewhere') : returnTo,
        signed: allFields.filter((name) => name !== 'identity' || fault !== 'unsignedIdentity').join(','),
      }
      const fields = new URLSearchParams(Object.entries(given).map(([name, value]) => [`openid.${name}`, value]))
      const signature = sign(fields)
      fields.set('openid.sig', fault === 'badSignature' ? signature.split('').reverse().join('') : signature)
      if (fault === 'fieldTwice') fields.append('openid.claimed_id', other)
      return fields
    },
    isOwn(asked: URLSearchParams): boolean {
      const isSigned = asked.get('openid.mode') === 'check_authentication' && asked.get('openid.sig') === sign(asked)
      return isSigned && fresh.delete(asked.get('openid.response_nonce') ?? '')
    },
  }
}

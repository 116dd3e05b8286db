import { createHash, randomBytes } from 'node:crypto'
import {
  choicePage,
  choose,
  json,
  type Outage,
  openProviderServer,
  type ProviderReply,
  type ProviderRequest,
  page,
} from './providerServer.ts'

const discordFaults = ['expiredCode', 'wrongState', 'inventedCode', 'codeTwice', 'otherError'] as const

interface DiscordOptions {
  readonly people: readonly DiscordPerson[]
  readonly port?: number
  readonly clientId?: string
  readonly clientSecret?: string
}

const [authorize, exchange, whoami] = ['/oauth2/authorize', '/api/oauth2/token', '/api/users/@me']

/** A local Discord: codes are valid once, for a minute, for their client, redirect address and challenge. */
export async function openDiscordProvider(options: DiscordOptions) {
  const { people, port = 0, clientId = '123456789012345678', clientSecret = 'discord-client-secret' } = options
  const tokens = createDiscordTokens()
  let outage: Outage | null = null

  function back(query: URLSearchParams, who: string, fault: string): ProviderReply {
    const person = people.find(({ id }) => id === who)
    if (!person) return { status: 404, text: 'Unknown user' }
    const address = new URL(query.get('redirect_uri') ?? '')
    if (fault === 'otherError') address.searchParams.set('error', 'invalid_scope')
    else address.searchParams.set('code', tokens.codeFor(query, person, fault))
    if (fault === 'codeTwice') address.searchParams.append('code', 'another')
    address.searchParams.set('state', fault === 'wrongState' ? 'a-state-that-nobody-sent' : (query.get('state') ?? ''))
    return { location: address.href }
  }
  function tokenFor(form: URLSearchParams): ProviderReply {
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return json({ error: 'invalid_client' }, 401)
    const token = tokens.tokenFor(form)
    if (token === null) return json({ error: 'invalid_grant' }, 400)
    return json({ access_token: token, token_type: 'Bearer', expires_in: 604_800, scope: 'identify' })
  }
  function answer({ method, path, query, form, authorization }: ProviderRequest): ProviderReply {
    if (path === exchange && method === 'POST') return tokenFor(form)
    if (path === whoami) {
      const person = tokens.holderOf(authorization.replace('Bearer ', ''))
      return person ? json(userOf(person)) : json({ message: '401: Unauthorized', code: 0 }, 401)
    }
    if (path !== authorize) return { status: 404, text: 'Not found' }
    const wrong = wrongIn(query, clientId)
    if (wrong) return { status: 400, text: wrong }
    if (query.has('cancel')) return cancel(query)
    const who = query.get('who')
    return who === null ? choices(query, people) : back(query, who, query.get('fault') ?? '')
  }
  const isAskedByHub = (_method: string, path: string) => path === exchange || path === whoami
  const server = await openProviderServer(port, { answer, isAskedByHub, outage: () => outage })
  return {
    ...server,
    application: { url: server.address, clientId, clientSecret },
    /** Sets an outage for the requests of the hub; null for none. */
    breakDown: (wanted: Outage | null) => {
      outage = wanted
    },
  }
}

function wrongIn(query: URLSearchParams, clientId: string) {
  if (query.get('client_id') !== clientId) return 'Unknown application'
  if (query.get('response_type') !== 'code' || query.get('scope') !== 'identify') return 'Not what it may ask for'
  if (query.get('code_challenge_method') !== 'S256' || (query.get('code_challenge') ?? '').length !== 43)
    return 'No PKCE'
  return URL.canParse(query.get('redirect_uri') ?? '') ? null : 'Invalid OAuth2 redirect_uri'
}

function cancel(query: URLSearchParams): ProviderReply {
  const address = new URL(query.get('redirect_uri') ?? '')
  address.searchParams.set('error', 'access_denied')
  address.searchParams.set('state', query.get('state') ?? '')
  return { location: address.href }
}

const choices = (query: URLSearchParams, people: readonly DiscordPerson[]) =>
  page(
    choicePage({
      title: 'Sign in through Discord',
      people: people.map(({ id, username, globalName }) => ({
        text: `Sign in as ${globalName ?? username}`,
        address: choose(authorize, query, { who: id }),
      })),
      cancel: { text: 'Cancel', address: choose(authorize, query, { cancel: '1' }) },
      faults: discordFaults.map((fault) => ({
        text: fault,
        address: choose(authorize, query, { who: people[0]?.id ?? '', fault }),
      })),
    }),
  )

const userOf = ({
  id,
  username,
  discriminator = '0',
  globalName = null,
  avatar = null,
  premiumType = 0,
}: DiscordPerson) => ({
  id,
  username,
  discriminator,
  avatar,
  global_name: globalName,
  locale: 'en-US',
  premium_type: premiumType,
  public_flags: 0,
  flags: 0,
  mfa_enabled: true,
  verified: true,
})

interface DiscordPerson {
  readonly id: string
  readonly username: string
  readonly discriminator?: string
  readonly globalName?: string | null
  readonly avatar?: string | null
  readonly premiumType?: number
}

interface Grant {
  readonly person: DiscordPerson
  readonly redirectUri: string
  readonly challenge: string
  /** Epoch ms. */
  readonly until: number
}

const codeLengthMs = 60_000

/** Codes, valid once and for a minute, and the tokens exchanged for them. */
function createDiscordTokens() {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, DiscordPerson>()
  return {
    codeFor(query: URLSearchParams, person: DiscordPerson, fault: string): string {
      const code = randomBytes(15).toString('base64url')
      codes.set(code, {
        person,
        redirectUri: query.get('redirect_uri') ?? '',
        challenge: query.get('code_challenge') ?? '',
        until: Date.now() + (fault === 'expiredCode' ? -1 : codeLengthMs),
      })
      return fault === 'inventedCode' ? 'a-code-that-nobody-gave' : code
    },
    /** Null where the code is used, expired or of another client. */
    tokenFor(form: URLSearchParams): string | null {
      const code = form.get('code') ?? ''
      const given = codes.get(code)
      codes.delete(code)
      if (!given || !isFor(given, form)) return null
      const token = randomBytes(20).toString('base64url')
      tokens.set(token, given.person)
      return token
    },
    holderOf: (token: string) => tokens.get(token),
  }
}

const isFor = ({ redirectUri, challenge, until }: Grant, form: URLSearchParams) => {
  const shown = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isAsked = form.get('grant_type') === 'authorization_code' && form.get('redirect_uri') === redirectUri
  return isAsked && shown === challenge && Date.now() < until
}

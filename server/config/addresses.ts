import { isIP } from 'node:net'
import { z } from 'zod'

export const Port = z.coerce.number('a port number from 1 to 65535').int().min(1).max(65_535)

export const PublicUrl = z
  .url({ protocol: /^https?$/, error: 'an address such as https://hub.example.org' })
  .refine((url) => !URL.parse(url)?.username && !URL.parse(url)?.password, 'an address without user and password')

/** A host alone. @param port the variable that its port belongs in */
export const hostBeside = (port: string) =>
  z
    .string()
    .trim()
    .min(1)
    .refine(
      (host) => isIP(host) !== 0 || !/[\s/:@?#[\]]/.test(host),
      `a name or an address without http:// and without a port, such as game.example.org or 203.0.113.10; the port belongs in ${port}`,
    )

/** Without user, password, query and hash: parts that would be secret or would be lost. */
const isBare = (url: string) => {
  const { username, password, search, hash } = URL.parse(url) ?? { username: '', password: '', search: '', hash: '' }
  return `${username}${password}${search}${hash}` === ''
}

/** Address of an identity provider; differs from the real one only in tests. */
export const ProviderUrl = z
  .url({ protocol: /^https?$/, error: 'an address such as https://provider.example.org' })
  .refine(isBare, 'an address without user, password, ? and #')

/** The link appends `/rcon/{command}`; the secret of the bridge has its own variable. */
export const BridgeUrl = z
  .url({ protocol: /^https?$/, error: 'an address such as http://127.0.0.1:9000' })
  .refine(isBare, 'an address without user, password, ? and #; what opens the bridge belongs in BRIDGE_TOKEN')

/** The client appends `/api/client/…`; the key has its own variable. */
export const PanelUrl = z
  .url({ protocol: /^https?$/, error: 'an address such as https://panel.example.org' })
  .refine(isBare, 'an address without user, password, ? and #; the key belongs in HOST_PANEL_KEY')
  .refine(
    (url) => !/\/(api|server)(\/|$)/.test(URL.parse(url)?.pathname ?? ''),
    'the address of the panel itself, without /api or /server',
  )

/** The client appends `/API/…`; user and password have their own variables. */
export const AmpUrl = z
  .url({ protocol: /^https?$/, error: 'an address such as http://127.0.0.1:8081' })
  .refine(isBare, 'an address without user, password, ? and #; those belong in HOST_AMP_USER and HOST_AMP_PASSWORD')
  .refine(
    (url) => !/\/API\/?$/i.test(URL.parse(url)?.pathname ?? ''),
    'the address of the instance itself, without /API at its end',
  )

const redisForm =
  'an address such as redis://127.0.0.1:6379, or rediss://:PASSWORD@redis.example.org:6380/0 with TLS, password and database'

const isRedis = (url: string) => {
  const parsed = URL.parse(url)
  if (!parsed || !['redis:', 'rediss:'].includes(parsed.protocol)) return false
  return parsed.hostname !== '' && /^(\/\d*)?$/.test(parsed.pathname) && parsed.search === '' && parsed.hash === ''
}

/** Characters of a password which have a meaning in a URL, as @ or /, must be percent-encoded. */
const isReadable = (url: string) => {
  const parsed = URL.parse(url)
  try {
    decodeURIComponent(`${parsed?.username}${parsed?.password}`)
    return true
  } catch {
    return false
  }
}

/** Address of the store that several nodes share. It may hold a password and is never logged. */
export const RedisUrl = z
  .string()
  .refine(isRedis, redisForm)
  .refine(isReadable, 'a password in which % is written as %25, / as %2F and @ as %40')

/** Addresses or ranges, as 10.0.0.0/8, of proxies whose forwarding headers are trusted. */
export const Proxies = z.string().transform((text, context) => {
  const given = text.split(/[\s,;]+/).filter((address) => address !== '')
  if (given.some((range) => /\/0+$/.test(range))) {
    context.addIssue('addresses of your own web servers: /0 would trust any made-up address')
    return z.NEVER
  }
  if (given.length > 0 && given.every(isRange)) return given
  context.addIssue('addresses or ranges separated by commas, such as 127.0.0.1, 10.0.0.0/8')
  return z.NEVER
})

function isRange(range: string) {
  const [address = '', bits, ...more] = range.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

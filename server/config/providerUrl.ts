import { z } from 'zod'

/** Nothing in it that would be secret, or lost. */
export const isBare = (url: string) => {
  const { username, password, search, hash } = URL.parse(url) ?? { username: '', password: '', search: '', hash: '' }
  return `${username}${password}${search}${hash}` === ''
}

/** Of a provider of identities; another one than the real only where a test stands in for it. */
export const ProviderUrl = z
  .url({ protocol: /^https?$/, error: 'an address as https://provider.example.org' })
  .refine(isBare, 'an address without user, password, ? and #')

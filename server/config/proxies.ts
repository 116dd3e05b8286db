import { isIP } from 'node:net'
import { z } from 'zod'

/** Addresses, or ranges as 10.0.0.0/8, of web servers that are believed when they say whom they speak for. */
export const Proxies = z.string().transform((text, context) => {
  const given = text.split(/[\s,;]+/).filter((address) => address !== '')
  if (given.some((range) => /\/0+$/.test(range))) {
    context.addIssue('addresses of your own web servers: /0 would believe everybody who makes up an address')
    return z.NEVER
  }
  if (given.length > 0 && given.every(isRange)) return given
  context.addIssue('addresses or ranges with commas between them, as 127.0.0.1, 10.0.0.0/8')
  return z.NEVER
})

function isRange(range: string) {
  const [address = '', bits, ...more] = range.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

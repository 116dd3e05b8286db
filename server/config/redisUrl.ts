import { z } from 'zod'

const form =
  'an address as redis://127.0.0.1:6379, or rediss://:PASSWORD@redis.example.org:6380/0 with TLS, password and database'

const isRedis = (url: string) => {
  const parsed = URL.parse(url)
  if (!parsed || !['redis:', 'rediss:'].includes(parsed.protocol)) return false
  return parsed.hostname !== '' && /^(\/\d*)?$/.test(parsed.pathname) && parsed.search === '' && parsed.hash === ''
}

/** A sign in a password that means something in an address, as @ or /, must be written as %40 or %2F. */
const isReadable = (url: string) => {
  const parsed = URL.parse(url)
  try {
    decodeURIComponent(`${parsed?.username}${parsed?.password}`)
    return true
  } catch {
    return false
  }
}

/** Of the store that several hubs share. It may hold a password, and is never shown. */
export const RedisUrl = z
  .string()
  .refine(isRedis, form)
  .refine(isReadable, 'a password in which % is written as %25, / as %2F and @ as %40')

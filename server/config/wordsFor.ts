import type { z } from 'zod'

const secretNames = /PASSWORD|SECRET|KEY|HASH|TOKEN|REDIS_URL/

/** A password may also stand in an address: before its @, or behind its ?. */
const mayHoldSecret = (name: string, value: string) => secretNames.test(name) || /[@?]/.test(value)

/** One line for each variable that is wrong: what it held, unless that is secret, and what it wants. */
export const wordsFor = ({ issues }: z.ZodError, given: Readonly<Record<string, string | undefined>>) =>
  issues
    .map(({ path: [first], message }) => {
      const name = String(first)
      const value = given[name] ?? ''
      const held = mayHoldSecret(name, value) ? 'a value that is not shown' : `"${value}"`
      return `${name} holds ${held}; it wants: ${message}.`
    })
    .join('\n')

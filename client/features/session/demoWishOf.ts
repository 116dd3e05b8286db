import { roles } from '../../../shared/engine/permissions.ts'
import type { DemoWish } from '../../connection/session.ts'

const shape = /^demo-([a-z]+)(?:-(\d+))?$/

/** As whom one came into the demo, to come in as the same again; null for an account that the demo did not make. */
export const demoWishOf = (accountId: string): DemoWish | null => {
  const [, wanted, number] = shape.exec(accountId) ?? []
  const role = roles.find((known) => known === wanted)
  if (!role) return null
  return number === undefined ? { role } : { role, number: Number(number) }
}

import { z } from 'zod'
import type { Role } from '../../../shared/engine/permissions.ts'
import type { Connection } from '../../connection/connect.ts'
import { helloAtom } from '../../connection/meAtom.ts'
import { sessionChanged } from '../../connection/session.ts'
import { postToHub, type Told } from './postToHub.ts'
import { raisingAtom } from './shownYouAtom.ts'

/** What one shows to be lent the rights of a role. */
export type RaiseWish = { readonly role: Role; readonly password: string } | { readonly ownerKey: string }

const Raised = z.object({ role: z.string(), message: z.string() })

/** Lends this session the rights of a role; the connection then comes back with them. Tells what the hub says of it. */
export async function raiseSession(connection: Connection, wish: RaiseWish): Promise<Told<string>> {
  const { store } = connection
  const you = store.get(helloAtom)?.you ?? null
  store.set(raisingAtom, you && { you, leaving: null })
  const told = await postToHub(Raised, '/auth/raise', wish)
  store.set(raisingAtom, told.ok && you ? { you, leaving: store.get(helloAtom) } : null)
  if (!told.ok) return told
  // The session goes on under another cookie: what is open, here and in other tabs, still shows the old one.
  sessionChanged(connection)
  return { ok: true, value: told.value.message }
}

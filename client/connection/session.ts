import { z } from 'zod'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Connection } from './connect.ts'

/** Whether it worked, and if not, what to tell the person. */
export type SessionChange = { readonly ok: true } | { readonly ok: false; readonly message: string }

/** The form of every error over HTTP: the sentence for people is `error`. */
const Refused = z.object({ error: z.string() })

/** Signs in as one of the demo roles; the connection then comes back as that person. @param number of a player, from 1 */
export const signInDemo = (connection: Connection, role: Role, number?: number) =>
  change(connection, '/auth/demo', { role, number })

/** Ends this session on the hub. What was private is forgotten here at once. */
export const signOut = (connection: Connection) => change(connection, '/auth/logout', {})

async function change(connection: Connection, path: string, body: object): Promise<SessionChange> {
  try {
    const response = await post(path, body)
    if (!response.ok) return { ok: false, message: await reasonOf(response) }
  } catch {
    return { ok: false, message: 'The hub cannot be reached. Check the network and try again.' }
  }
  connection.restart()
  return { ok: true }
}

const post = (path: string, body: object) =>
  fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const reasonOf = async (response: Response) => {
  const { data: refused } = Refused.safeParse(await response.json().catch(() => null))
  return refused?.error ?? `The hub refused (${response.status}).`
}

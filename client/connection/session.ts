import { z } from 'zod'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Connection } from './connect.ts'

/** Whether it worked, and if not, what to tell the person. */
export type SessionChange = { readonly ok: true } | { readonly ok: false; readonly message: string }

/** The form of every error over HTTP: the sentence for people is `error`. */
const Refused = z.object({ error: z.string() })

export interface DemoWish {
  readonly role: Role
  /** Of a player, from 1; left out, the first. */
  readonly number?: number | undefined
  /** With which account one comes in, or which one is linked by whoever is in already; left out, Steam. */
  readonly provider?: 'steam' | 'discord' | undefined
}

/** Signs in as one of the demo's people; the connection then comes back as that person. */
export const signInDemo = (connection: Connection, wish: DemoWish) => change(connection, '/auth/demo', wish)

/** Ends this session on the hub. What was private is forgotten here at once. */
export const signOut = (connection: Connection) => change(connection, '/auth/logout', {})

/** Puts the cookie of an ended session away; one that opens something, by another tab meanwhile, stays. */
export const clearEnded = () => void post('/auth/logout', { onlyEnded: true }).catch(() => {})

/** Epoch ms of this machine. */
let askedAt = 0
/** For whoever is about to end their own session, or to come in by another: it is no surprise then. */
export const noteSessionAsked = () => {
  askedAt = Date.now()
}
/** Whether this browser, here or in another tab, has asked for another session or for none since then. */
export const wasSessionAsked = (since: number) => askedAt >= since

async function change(connection: Connection, path: string, body: object): Promise<SessionChange> {
  noteSessionAsked()
  try {
    const response = await post(path, body)
    if (!response.ok) return { ok: false, message: await reasonOf(response) }
  } catch {
    return { ok: false, message: 'The hub cannot be reached. Check the network and try again.' }
  }
  sessionChanged(connection)
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

/** The cookie is another one now: this page, and every other tab of the browser, comes again as whoever it says. */
export function sessionChanged(connection: Pick<Connection, 'restart'>) {
  noteSessionAsked()
  connection.restart()
  tellOtherTabs()
}

const channelName = 'waterhole.session'
/** A page hears all that is said in its browser, by itself as well. */
const thisPage = `${Date.now()}.${Math.random()}`

/** For a page that came with a new cookie already: only the others sit wrongly. */
export function tellOtherTabs(page = thisPage) {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(page)
  channel.close()
}

/** Comes again whenever another tab has changed who sits here. Returns the way to stop. */
export function followOtherTabs(connection: Pick<Connection, 'restart'>, page = thisPage): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data: from }: MessageEvent<unknown>) => {
    if (from === page) return
    noteSessionAsked()
    connection.restart()
  }
  return () => channel.close()
}

/** What came, or what to tell the person. */
export type Told<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string }

/** For what brings a secret out or in: it goes over HTTP, so that it is in no journal and no queue that is sent again. */
export async function postToHub<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  body: object,
): Promise<Told<z.output<Schema>>> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (!response) return { ok: false, message: 'The hub cannot be reached. Check the network and try again.' }
  const said: unknown = await response.json().catch(() => null)
  const refused = Refused.safeParse(said)
  if (refused.success) return { ok: false, message: refused.data.error }
  if (!response.ok) return { ok: false, message: `The hub refused (${response.status}).` }
  const { data: value } = schema.safeParse(said)
  return value === undefined
    ? { ok: false, message: 'The hub answered in a form that this page cannot read.' }
    : { ok: true, value }
}

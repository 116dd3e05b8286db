import { z } from 'zod'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Connection } from './connect.ts'

/** The answer of the hub over HTTP, or the message to show. */
export type HubAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string }

/** Whether the session was changed, and if not, the message to show. */
export type SessionChange = { readonly ok: true } | { readonly ok: false; readonly message: string }

export interface DemoSignIn {
  readonly role: Role
  /** The number of the demo player, from 1; the first if left out. */
  readonly number?: number | undefined
  /** The provider to sign in with, or to link if already signed in; Steam if left out. */
  readonly provider?: 'steam' | 'discord' | undefined
}

/** Signs in as a demo user; the connection then restarts as that user. */
export const signInDemo = (connection: Connection, account: DemoSignIn) => change(connection, '/auth/demo', account)

/** Ends this session on the hub. Private documents are forgotten here at once. */
export const signOut = (connection: Connection) => change(connection, '/auth/logout', {})

/**
 * Removes the cookie of an ended session. A cookie of a valid session, set by another tab meanwhile, stays.
 * @returns false where the hub cannot say at present whether the session has ended
 */
export const clearEndedCookie = () =>
  post('/auth/logout', { onlyEnded: true }).then(
    ({ status }) => status !== 409,
    () => true,
  )

async function change(connection: Connection, path: string, body: object): Promise<SessionChange> {
  noteSessionChange()
  const answer = await postToHub(z.unknown(), path, body)
  if (!answer.ok) return answer
  applySessionChange(connection)
  return { ok: true }
}

/** The form of every error over HTTP: the sentence for people is `error`. */
const HttpRefusal = z.object({ error: z.string() })

/** For requests with secrets: over HTTP they are in no journal, and in no queue that is sent again. */
export async function postToHub<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  body: object,
): Promise<HubAnswer<z.output<Schema>>> {
  const response = await post(path, body).catch(() => null)
  if (!response) return { ok: false, message: "Can't reach the hub. Check your connection and try again." }
  const answer: unknown = await response.json().catch(() => null)
  const refusal = HttpRefusal.safeParse(answer)
  if (refusal.success) return { ok: false, message: refusal.data.error }
  if (!response.ok) return { ok: false, message: `The hub refused the request (${response.status}).` }
  const { data: value } = schema.safeParse(answer)
  return value === undefined
    ? { ok: false, message: "This page can't read the hub's answer. Reload the page." }
    : { ok: true, value }
}

const post = (path: string, body: object) =>
  fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** By the monotonic clock of this page. */
let changedAt = Number.NEGATIVE_INFINITY
/** Called before the user ends or replaces their session, so that its end is not reported as unexpected. */
export const noteSessionChange = () => {
  changedAt = performance.now()
}
/** Whether this browser, in any of its tabs, has changed its session since then. @param since by the monotonic clock */
export const wasSessionChanged = (since: number) => changedAt >= since

/** The cookie has changed: this page, and every other tab of the browser, connects again with it. */
export function applySessionChange(connection: Pick<Connection, 'restart'>) {
  noteSessionChange()
  connection.restart()
  notifyOtherTabs()
}

const channelName = 'waterhole.session'
/** Identifies this page, since a page receives its own messages as well. */
const thisPage = `${Date.now()}.${Math.random()}`

/** For a page that was loaded with the new cookie: only the other tabs still use the old one. */
export function notifyOtherTabs(page = thisPage) {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(page)
  channel.close()
}

/** Connects again whenever another tab has changed the session. Returns the function that stops this. */
export function followOtherTabs(connection: Pick<Connection, 'restart'>, page = thisPage): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data: from }: MessageEvent<unknown>) => {
    if (from === page) return
    noteSessionChange()
    connection.restart()
  }
  return () => channel.close()
}

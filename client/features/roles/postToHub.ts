import { z } from 'zod'

/** What came, or what to tell the person. */
export type Told<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string }

/** The form of every error over HTTP: the sentence for people is `error`. */
const Refused = z.object({ error: z.string() })

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

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The ways in which a provider can fail. */
const outages = ['late', 'down', 'garbage', 'hugeBody', 'sendsElsewhere'] as const
export type Outage = (typeof outages)[number]

export interface ProviderRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  readonly authorization: string
}
/** `location` redirects; `type` is the content type of the text. */
export interface ProviderReply {
  readonly status?: number
  readonly location?: string
  readonly type?: string
  readonly text?: string
}
export const page = (text: string): ProviderReply => ({ type: 'text/html; charset=utf-8', text })
export const json = (value: object, status = 200): ProviderReply => ({
  status,
  type: 'application/json',
  text: JSON.stringify(value),
})

interface ProviderBehaviour {
  readonly answer: (request: ProviderRequest) => ProviderReply
  /** Whether the hub itself sends this request, and not a browser. Outages affect only these. */
  readonly isAskedByHub: (method: string, path: string) => boolean
  readonly outage: () => Outage | null
}

/** Starts a provider's web server on this machine. @param port 0 for any */
export async function openProviderServer(port: number, work: ProviderBehaviour) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void serve(request, response, work, asked)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests of the hub, as method and path. */
    asked,
    close: () => closeServer(server),
  }
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    // Pending requests end without an answer.
    server.closeAllConnections()
  })

async function serve(request: IncomingMessage, response: ServerResponse, work: ProviderBehaviour, asked: string[]) {
  const { method = 'GET', url = '/' } = request
  const { pathname: path, searchParams: query } = new URL(url, 'http://provider.invalid')
  const form = new URLSearchParams(await bodyOf(request))
  if (work.isAskedByHub(method, path)) {
    asked.push(`${method} ${path}`)
    const outage = work.outage()
    if (outage !== null) return fail(response, outage)
  }
  const { authorization = '' } = request.headers
  const { status = 200, location, type, text = '' } = work.answer({ method, path, query, form, authorization })
  if (location !== undefined) response.writeHead(302, { location })
  else response.writeHead(status, { 'content-type': type ?? 'text/plain; charset=utf-8' })
  response.end(text)
}

async function bodyOf(request: IncomingMessage) {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

function fail(response: ServerResponse, outage: Outage) {
  const acts: Readonly<Record<Outage, () => void>> = {
    late: () => {},
    down: () => void response.destroy(),
    garbage: () => void response.end('<html>Please come back later</html>'),
    hugeBody: () => void response.end('is_valid:true\n'.repeat(10_000)),
    sendsElsewhere: () => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  }
  acts[outage]()
}

interface Choice {
  readonly text: string
  readonly address: string
}

interface ChoicePage {
  readonly title: string
  readonly people: readonly Choice[]
  readonly cancel: Choice
  readonly faults: readonly Choice[]
}

/** A page on which the user chooses an identity or a fault to return with. */
export const choicePage = ({ title, people, cancel, faults }: ChoicePage) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<main><h1>${escaped(title)}</h1>${list(people)}<p>${link(cancel)}</p>
<details><summary>Go back wrongly</summary>${list(faults)}</details></main></html>`

const list = (choices: readonly Choice[]) => `<ul>${choices.map((choice) => `<li>${link(choice)}</li>`).join('')}</ul>`
const link = ({ text, address }: Choice) => `<a href="${escaped(address)}">${escaped(text)}</a>`

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** A link of that page: the original query with the choice added. */
export const choose = (path: string, query: URLSearchParams, chosen: Readonly<Record<string, string>>) => {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(chosen)) next.set(name, value)
  return `${path}?${next}`
}

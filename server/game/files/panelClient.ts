import { bytesInWords } from '../../../shared/engine/bytes.ts'
import type { Clock } from '../../engine/clock.ts'
import { networkReason } from '../linkState.ts'
import { FolderError } from './folder.ts'

/** A game server in a Pelican or Pterodactyl panel. */
export interface PanelAddress {
  /** Of the panel, without `/api`. */
  readonly url: string
  /** A client API key: Account → API Credentials. */
  readonly key: string
  /** Identifier of the server: the short one in its address, or its UUID. */
  readonly server: string
}

export interface PanelRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** After `/api/client/servers/{server}`, such as `/files/list`; '' for the server itself. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Bytes are sent as they are, anything else as JSON. */
  readonly body?: Buffer | object
  readonly signal: AbortSignal
}

export interface PanelClient {
  /**
   * The answer's JSON; null where it is empty. Nothing is sent while the panel asks for fewer requests.
   * @throws FolderError `busy`, `refused`, `notFound`, `failed`, `unreachable`
   */
  ask(request: PanelRequest): Promise<unknown>
  /** The answer to a link that the panel signed; the key is not sent along. Its status may be any. */
  download(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response>
}

const defaultHoldMs = 60_000
const mostHoldMs = 10 * 60_000
const mostAnswerBytes = 8_000_000

/**
 * The client API of Pelican and Pterodactyl (`routes/api-client.php` of both): JSON, a bearer key, 256 requests a minute unless the panel's
 * owner says otherwise; past that 429 with `Retry-After`.
 */
export function createPanelClient({ url, key, server }: PanelAddress, clock: Clock): PanelClient {
  const base = `${url.replace(/\/+$/, '')}/api/client/servers/${encodeURIComponent(server)}`
  const panel = new URL(url).host
  let hold = { until: 0 }

  const tooMany = (ms: number) =>
    new FolderError(
      'busy',
      `The panel ${panel} asks for fewer requests. It will be asked again in ${Math.ceil(ms / 1_000)} s.`,
      {
        retryInMs: ms,
      },
    )
  return {
    async ask({ method, path, query = {}, body, signal }) {
      const held = hold.until - clock.monotonic()
      if (held > 0) throw tooMany(held)
      const address = `${base}${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
      const isBytes = Buffer.isBuffer(body)
      const response = await send(address, panel, {
        method,
        signal,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        },
        body: body === undefined ? null : isBytes ? new Uint8Array(body) : JSON.stringify(body),
      })
      if (response.status === 429) {
        const ms = retryAfterMs(response.headers.get('retry-after'), clock.now())
        hold = { until: clock.monotonic() + ms }
        await response.body?.cancel()
        throw tooMany(ms)
      }
      const text = await textOf(response, panel)
      if (response.ok) return parse(text, panel)
      throw statusError(response.status, detailOf(text), panel, server)
    },
    download: (address, headers, signal) => send(address, originOf(address, panel), { method: 'GET', headers, signal }),
  }
}

async function send(address: string, place: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...options, redirect: 'manual' })
  } catch (error) {
    throw networkError(error, place)
  }
}

/** What ended a transfer. A call that was given up has its own error, which the caller knows already. */
export const networkError = (error: unknown, place: string): FolderError => {
  const { cause } = error as { cause?: NodeJS.ErrnoException }
  const why = cause ? networkReason(cause).replace('the game server', 'it') : 'the connection was lost'
  return new FolderError(
    'unreachable',
    `${place} cannot be reached: ${why}. Check the address, and that the hub may connect to it.`,
    {
      cause: error,
    },
  )
}

function originOf(address: string, panel: string): string {
  const parsed = URL.parse(address)
  if (parsed && /^https?:$/.test(parsed.protocol))
    return `${parsed.host}, from which the panel ${panel} lets files be downloaded,`
  throw new FolderError('failed', `The panel ${panel} gave no address for a download.`)
}

/** Bounded, as what answers may be no panel. */
async function textOf(response: Response, panel: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > mostAnswerBytes)
        throw new FolderError('tooLarge', `The panel ${panel} answers with more than ${bytesInWords(mostAnswerBytes)}.`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof FolderError ? error : networkError(error, panel)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string, panel: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    throw notPanel(panel)
  }
}

const notPanel = (panel: string) =>
  new FolderError('failed', `${panel} does not answer as a Pelican or Pterodactyl panel. Check HOST_PANEL_URL.`)

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | null, now: number): number {
  const seconds = Number(header ?? Number.NaN)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header ?? '') - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1_000), mostHoldMs) : defaultHoldMs
}

/** The panel's own sentence: `{errors: [{code, status, detail}]}`. */
function detailOf(text: string): string {
  const [, detail = ''] = /"detail"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text) ?? []
  const plain = detail
    .replace(/\\u[0-9a-f]{4}|\\./gi, ' ')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return plain === '' ? '' : ` It says: ${plain}`
}

function statusError(status: number, detail: string, panel: string, server: string): FolderError {
  if (status === 401)
    return new FolderError(
      'refused',
      `The panel ${panel} does not know the key. Check HOST_PANEL_KEY: a client API key of an account.`,
    )
  if (status === 403)
    return new FolderError(
      'refused',
      `The panel ${panel} does not allow that with this HOST_PANEL_KEY. Give its account the right to it on the server ${server}, and allow the hub's address for the key.${detail}`,
    )
  if (status === 404) return new FolderError('notFound', `The panel ${panel} found nothing there.${detail}`)
  if (status >= 300 && status < 400) return notPanel(panel)
  if (status === 502 || status === 503 || status === 504)
    return new FolderError(
      'unreachable',
      `The panel ${panel} answers ${status}: it, or the machine of the game server, is down.${detail}`,
    )
  return new FolderError('failed', `The panel ${panel} answers ${status}.${detail}`, { status })
}

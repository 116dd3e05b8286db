import { z } from 'zod'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import type { GameState } from '../../../shared/features/gameHost/gameHost.ts'
import type { Clock } from '../../engine/clock.ts'
import { networkReason } from '../linkState.ts'
import { type HostAdapter, HostError, type HostSight, type PowerAct, withinMs } from './hostAdapter.ts'
import { isUnsent } from './panelAdapter.ts'

/** An instance of AMP by CubeCoders. */
export interface AmpAddress {
  /** Of the instance, without `/API`. */
  readonly url: string
  readonly user: string
  readonly password: string
}

interface AmpAdapterOptions {
  readonly amp: AmpAddress
  readonly clock: Clock
  /** Ms for an answer. */
  readonly answerMs?: number
}

/** `State` of `Core/GetStatus`, as in AMP's own list of application states. What is not here says nothing of the game: null. */
const states: Readonly<Record<number, GameState>> = {
  0: 'offline',
  5: 'starting',
  7: 'starting',
  10: 'starting',
  20: 'running',
  30: 'starting',
  40: 'stopping',
  45: 'stopping',
  50: 'offline',
  100: 'offline',
  200: 'offline',
}

const calls: Readonly<Record<PowerAct, string>> = {
  start: 'Core/Start',
  restart: 'Core/Restart',
  shutdown: 'Core/Stop',
}

/** The game server in an instance of AMP: power, state, resources, console lines and the backups of its own plugin. */
export function createAmpAdapter({ amp, clock, answerMs = 12_000 }: AmpAdapterOptions): HostAdapter {
  const { ask, place } = createAmpClient({ amp, clock, answerMs })
  /** Where AMP answers a call with `{Status: false, Reason}` it did not do it. */
  const act = async (method: string, body: object = {}) => {
    const result = ActionResult.safeParse(await ask(method, body)).data
    if (result?.Status === false)
      throw new HostError('refused', `AMP refused it${result.Reason ? `: ${textOf(result.Reason)}` : '.'}`)
  }
  return {
    name: 'amp',
    place,
    can: {
      start: true,
      restart: true,
      shutdown: true,
      state: true,
      resources: true,
      console: true,
      files: false,
      backups: 'always',
    },
    textOf: (what) => (what === 'backup' ? 'LocalFileBackupPlugin/TakeBackup in AMP' : `${calls[what]} in AMP`),
    async read(): Promise<HostSight> {
      const parsed = Status.safeParse(await ask('Core/GetStatus'))
      if (!parsed.success) throw notAmp(place)
      const { State: said, Uptime: uptime, Metrics: metrics } = parsed.data
      const state = states[said] ?? null
      const isUp = state !== null && state !== 'offline'
      const memory = metrics['Memory Usage']
      return {
        state,
        uptimeMs: isUp ? uptimeMsOf(uptime) : null,
        cpuPercent: metrics['CPU Usage']?.RawValue ?? null,
        memoryBytes: memory?.RawValue == null ? null : Math.round(memory.RawValue * bytesOf(memory.Units)),
        diskBytes: null,
      }
    },
    // AMP reports the rights of a user only to administrators.
    lacks: async () => [],
    power: (what) => act(calls[what]),
    sendLine: (line) => act('Core/SendConsoleMessage', { message: line }),
    backups: {
      begin: (name) =>
        act('LocalFileBackupPlugin/TakeBackup', { Title: name, Description: 'By Waterhole', Sticky: false }),
      async find(name) {
        const listed = Manifests.safeParse(await ask('LocalFileBackupPlugin/GetBackups'))
        // AMP lists a backup when it is complete.
        return listed.data?.some((one) => (one.Name ?? one.Title) === name) ? 'done' : 'none'
      },
    },
    async close() {},
  }
}

const figure = z.number().nonnegative().nullish().catch(null)
const Metric = z.object({ RawValue: figure, Units: z.string().nullish() })
const Status = z.object({
  State: z.number(),
  /** `d:hh:mm:ss`. */
  Uptime: z.string().nullish(),
  Metrics: z.record(z.string(), Metric).catch({}).default({}),
})
const ActionResult = z.object({ Status: z.boolean(), Reason: z.string().nullish() })
const Manifests = z.array(z.object({ Name: z.string().nullish(), Title: z.string().nullish() }))
const Login = z.object({ success: z.boolean(), sessionID: z.string().nullish(), resultReason: z.string().nullish() })
/** How AMP answers what went wrong, often with status 200. */
const Fault = z.object({ Title: z.string(), Message: z.string().nullish() })

const units: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }
const bytesOf = (unit: string | null | undefined) => units[unit?.toUpperCase() ?? ''] ?? units.MB ?? 1

function uptimeMsOf(text: string | null | undefined): number | null {
  const [, days = '0', hours, minutes, seconds] = /^(?:(\d+)[:.])?(\d{1,2}):(\d{2}):(\d{2})/.exec(text ?? '') ?? []
  if (hours === undefined) return null
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 || null
}

/** Text of another program, for a sentence: one line of bounded length. */
const textOf = (text: string) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300)

const notAmp = (place: string) => new HostError('lost', `${place} does not answer as AMP. Check HOST_AMP_URL.`)

/** AMP locks a user after several wrong passwords. */
const deniedForMs = 5 * 60_000

const mostAnswerBytes = 4_000_000

/**
 * AMP's JSON API: `POST {url}/API/{module}/{method}` with `SESSIONID` in the body. A session that has ended is renewed once by
 * `Core/Login`, as AMP does nothing for one that it does not know.
 */
function createAmpClient({ amp, clock, answerMs }: Required<AmpAdapterOptions>) {
  const base = `${amp.url.replace(/\/+$/, '')}/API`
  const place = new URL(amp.url).host
  const late = `AMP at ${place} did not answer within ${answerMs / 1_000} s.`
  let session: Promise<string> | null = null
  let denied = { until: 0, by: null as HostError | null }

  const post = (method: string, body: object) =>
    withinMs(clock, answerMs, late, async (signal) => {
      try {
        const headers = { accept: 'application/json', 'content-type': 'application/json' }
        const url = `${base}/${method}`
        const response = await fetch(url, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          signal,
          redirect: 'manual',
        })
        return { status: response.status, json: parse(await readBounded(response)) }
      } catch (error) {
        if (error instanceof HostError) throw error
        const { cause } = error as { cause?: NodeJS.ErrnoException }
        const why = cause ? networkReason(cause).replace('the game server', 'it') : 'the connection was lost'
        throw new HostError(isUnsent(error) ? 'notSent' : 'lost', `AMP at ${place} cannot be reached: ${why}.`, {
          cause: error,
        })
      }
    })
  const login = async () => {
    if (denied.by && clock.monotonic() < denied.until) throw denied.by
    const { user: username, password } = amp
    const { json, status } = await post('Core/Login', { username, password, token: '', rememberMe: false }).catch(
      (error: HostError) => {
        // Nothing but the login was sent.
        throw new HostError('notSent', error.message, { cause: error })
      },
    )
    const answer = Login.safeParse(json).data
    if (answer?.success && answer.sessionID) return answer.sessionID
    if (!answer && status !== 401 && status !== 403) throw new HostError('notSent', notAmp(place).message)
    const said = answer?.resultReason ? ` It says: ${textOf(answer.resultReason)}` : ''
    const by = new HostError(
      'denied',
      `AMP at ${place} does not accept the user. Check HOST_AMP_USER and HOST_AMP_PASSWORD; the user must have no second factor.${said}`,
    )
    denied = { until: clock.monotonic() + deniedForMs, by }
    throw by
  }
  const sessionId = (): Promise<string> => {
    session ??= login().catch((error: unknown) => {
      session = null
      throw error
    })
    return session
  }
  const isEnded = ({ status, json }: Answer) =>
    status === 401 || /unauthori[sz]ed/i.test(Fault.safeParse(json).data?.Title ?? '')
  const askOnce = async (method: string, body: object) => {
    const given = sessionId()
    const SESSIONID = await given
    const answer = await post(method, { ...body, SESSIONID })
    if (isEnded(answer) && session === given) session = null
    return answer
  }
  return {
    place,
    /** @throws HostError */
    async ask(method: string, body: object = {}): Promise<unknown> {
      let answer = await askOnce(method, body)
      if (isEnded(answer)) answer = await askOnce(method, body)
      const { status, json } = answer
      const fault = Fault.safeParse(json).data
      const said = fault ? ` It says: ${textOf(`${fault.Title} ${fault.Message ?? ''}`)}` : ''
      if (isEnded(answer) || status === 403)
        throw new HostError('denied', `AMP at ${place} does not allow ${method} to HOST_AMP_USER.${said}`)
      if (status >= 500) throw new HostError('lost', `AMP at ${place} answers ${status}.${said}`)
      if (status >= 300 || fault) throw new HostError('refused', `AMP at ${place} refused ${method}.${said}`)
      return json
    },
  }
}

interface Answer {
  readonly status: number
  readonly json: unknown
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostAnswerBytes)
      throw new HostError('lost', `AMP answers with more than ${bytesInWords(mostAnswerBytes)}.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

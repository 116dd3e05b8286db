import type { Client, ConnectConfig, ServerHostKeyAlgorithm, SFTPWrapper } from 'ssh2'
import type { Clock } from '../../engine/clock.ts'
import type { LinkLog } from '../link.ts'
import { backOffMs, networkReason } from '../linkState.ts'
import { FolderError } from './folder.ts'
import type { HostKeys } from './hostKeys.ts'

/** How the hub signs in to an SFTP server. */
export type SftpKey = { readonly password: string } | { readonly privateKey: string }

export interface SftpAddress {
  readonly host: string
  readonly port: number
  readonly user: string
}

interface SftpSessionOptions {
  readonly address: SftpAddress
  readonly key: SftpKey
  readonly hostKeys: HostKeys
  readonly clock: Clock
  readonly random: () => number
  readonly log: LinkLog
  readonly timings: SftpTimings
  /** The connection ended: whatever was asked over it gets no answer. */
  onLost(error: FolderError): void
}

/** Ms. */
export interface SftpTimings {
  readonly connectMs: number
  readonly firstRetryMs: number
  readonly maxRetryMs: number
  /** Hosts lock addresses out that fail to sign in often. */
  readonly refusedRetryMs: number
  readonly keepaliveMs: number
}

export const sftpTimings: SftpTimings = {
  connectMs: 10_000,
  firstRetryMs: 1_000,
  maxRetryMs: 60_000,
  refusedRetryMs: 300_000,
  keepaliveMs: 20_000,
}

/**
 * One connection to an SFTP server, made at the first call and again, after a back-off, at the first call after it was lost. Calls during
 * the back-off reject at once with its cause. The first host key is logged and kept; with another one nothing is sent.
 */
export function createSftpSession(options: SftpSessionOptions) {
  const { clock, random, timings, log, address, onLost } = options
  const place = `${address.host}:${address.port}`
  let current: Promise<SFTPWrapper> | null = null
  let client: Client | null = null
  let failures = 0
  let isClosed = false
  let hold = { until: 0, because: new FolderError('unreachable', '') }

  const failed = (error: FolderError) => {
    const isStubborn = error.code === 'refused' || error.code === 'hostKeyChanged'
    const ms = Math.max(backOffMs(failures++, random(), timings), isStubborn ? timings.refusedRetryMs : 0)
    hold = { until: clock.monotonic() + ms, because: error }
    // It names the server, or the setting that is wrong.
    log.warn(`SFTP: ${error.message}`)
  }
  const drop = (error: FolderError) => {
    const [ended, wasUp] = [client, current !== null]
    client = null
    current = null
    ended?.destroy()
    if (!wasUp) return
    failed(error)
    onLost(error)
  }
  const open = async (isWanted: () => boolean) => {
    // A hub without SFTP does without the library: it takes 14 MB.
    const { default: ssh2 } = await import('ssh2')
    if (!isWanted()) throw lost(place)
    const made = new ssh2.Client()
    client = made
    const isCurrent = () => client === made
    const sftp = await connect(made, options, (error) => isCurrent() && drop(error))
    if (!isCurrent()) throw lost(place)
    log.info(`SFTP server ${place}: connected.`)
    return sftp
  }

  return {
    /** @throws FolderError `unreachable`, `refused`, `hostKeyChanged`, `timeout` */
    sftp(): Promise<SFTPWrapper> {
      if (isClosed) return Promise.reject(lost(place))
      if (current) return current
      const retryInMs = Math.ceil(hold.until - clock.monotonic())
      if (retryInMs > 0) {
        const { code, message } = hold.because
        return Promise.reject(new FolderError(code, message, { retryInMs, cause: hold.because }))
      }
      const opening: Promise<SFTPWrapper> = open(() => current === opening)
      current = opening
      opening.catch((error: FolderError) => {
        if (current === opening) drop(error)
      })
      return opening
    },
    /** An answer arrived: the next loss is the first again. */
    answered() {
      failures = 0
    },
    /** Ends a connection that does not answer. */
    drop,
    close() {
      isClosed = true
      const ended = client
      client = null
      current = null
      ended?.destroy()
    },
  }
}

function connect(client: Client, options: SftpSessionOptions, onEnd: (error: FolderError) => void) {
  const { clock, timings, address } = options
  const place = `${address.host}:${address.port}`
  return new Promise<SFTPWrapper>((resolve, reject) => {
    let keyError: FolderError | null = null
    const end = (error: FolderError) => {
      cancel()
      reject(keyError ?? error)
      onEnd(keyError ?? error)
    }
    const cancel = clock.after(timings.connectMs, () => {
      end(
        new FolderError(
          'timeout',
          `${place} did not answer as an SFTP server within ${timings.connectMs / 1_000} s. Check host and port.`,
        ),
      )
      client.destroy()
    })
    client.on('error', (error) => end(connectError(error, place, address.user)))
    client.on('close', () => end(lost(place)))
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
      finish(prompts.map(() => ('password' in options.key ? options.key.password : ''))),
    )
    client.once('ready', () =>
      client.sftp((error, sftp) => {
        if (error)
          return end(
            new FolderError(
              'refused',
              `${place} lets "${address.user}" sign in and offers no SFTP. Ask the host to switch it on.`,
            ),
          )
        cancel()
        resolve(sftp)
      }),
    )
    try {
      client.connect(configOf(options, (error) => (keyError = error)))
    } catch (error) {
      end(
        new FolderError(
          'refused',
          `The private key of GAME_FILES_KEY cannot be used: ${(error as Error).message}. Give one without a passphrase, in OpenSSH's or PEM form.`,
        ),
      )
    }
  })
}

function configOf(options: SftpSessionOptions, refuse: (error: FolderError) => void): ConnectConfig {
  const { address, key, hostKeys, log, timings } = options
  const place = `${address.host}:${address.port}`
  return {
    host: address.host,
    port: address.port,
    username: address.user,
    ...key,
    tryKeyboard: 'password' in key,
    readyTimeout: 0,
    keepaliveInterval: timings.keepaliveMs,
    keepaliveCountMax: 3,
    algorithms: { serverHostKey: first(algorithmsOf(hostKeys.knownOf(place)?.type ?? null)) },
    hostVerifier(shown: Buffer) {
      try {
        const { isNew, fingerprint } = hostKeys.check(place, shown)
        if (isNew)
          log.warn(
            `SFTP server ${place}: its host key is ${fingerprint}. It is kept; another one is refused from now on.`,
          )
        return true
      } catch (error) {
        refuse(error as FolderError)
        return false
      }
    },
  }
}

/** A server has keys of several types: the type that is known is asked for, or its other keys would look like a change. */
const algorithmsOf = (type: string | null): ServerHostKeyAlgorithm[] =>
  type === null
    ? []
    : type === 'ssh-rsa'
      ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa']
      : [type as ServerHostKeyAlgorithm]

/** ssh2 goes through these in order, and does not move to the front what is in its list already. */
const first = (wanted: ServerHostKeyAlgorithm[]) => ({ remove: wanted, prepend: wanted, append: [] })

const lost = (place: string) =>
  new FolderError(
    'unreachable',
    `The connection to the SFTP server ${place} was lost. It will be made again at the next call.`,
  )

function connectError(error: Error & { level?: string }, place: string, user: string): FolderError {
  if (error.level === 'client-authentication')
    return new FolderError(
      'refused',
      `${place} does not let "${user}" sign in with the password or key of GAME_FILES_KEY. Check both; a key must be known to the host.`,
      { cause: error },
    )
  return new FolderError('unreachable', `The SFTP server ${place} cannot be reached: ${networkReason(error)}.`, {
    cause: error,
  })
}

import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, every } from '../../../engine/clock.ts'
import { type BridgeMod, type BridgeModOptions, createBridgeMod } from './commandBridgeMod.ts'

/** Where the mod takes its commands: its folder `Saved`, or the address of a hub. */
export type BridgePlace =
  | { readonly folder: string }
  | { readonly url: string; readonly resultUrl: string; readonly authorization: string }

export interface RunningBridge extends Pick<BridgeMod, 'faults' | 'log' | 'stored'> {
  /** Null where it fetches its commands over HTTP. */
  readonly folder: string | null
  /** While the game server is stopped. */
  pause(isPaused: boolean): void
  close(): Promise<void>
}

/** The mods look about once a second. */
const usualPollMs = 1_000

/** Runs a CommandBridge mod of either kind. */
export async function startBridgeMod(
  place: BridgePlace & { readonly pollMs?: number },
  options: BridgeModOptions,
): Promise<RunningBridge> {
  const mod = createBridgeMod(options)
  const { clock } = options
  const poll = 'folder' in place ? await filesOf(place.folder, mod, clock) : pullOf(place, mod, clock)
  let work: Promise<void> = Promise.resolve()
  let isPaused = false
  const stop = every(
    clock,
    () => place.pollMs ?? usualPollMs,
    () => {
      work = mod.faults.isRunning && !isPaused ? poll().catch(() => {}) : Promise.resolve()
      return work
    },
  )
  const { faults, log, stored } = mod
  return {
    folder: 'folder' in place ? place.folder : null,
    faults,
    log,
    stored,
    pause(value) {
      isPaused = value
    },
    async close() {
      stop()
      await work
    },
  }
}

const pauseOf = (clock: Clock, ms: number) =>
  ms > 0 ? new Promise<void>((resolve) => void clock.after(ms, resolve)) : Promise.resolve()

/** Renames commands.ndjson, reads, runs, deletes, and appends to results.ndjson. */
async function filesOf(folder: string, mod: BridgeMod, clock: Clock) {
  const commands = join(folder, 'commands.ndjson')
  const stash = `${commands}.processing`
  await mkdir(folder, { recursive: true })
  return async () => {
    await rm(stash, { force: true })
    const isThere = await rename(commands, stash).then(
      () => true,
      () => false,
    )
    if (!isThere) return
    await pauseOf(clock, mod.faults.delay)
    for (const line of mod.run(await readFile(stash, 'utf8'))) await appendFile(join(folder, 'results.ndjson'), line)
    await rm(stash, { force: true })
  }
}

const longestRequestMs = 8_000

/** Fetches lines and runs all of them, and posts each result by itself. */
function pullOf(place: Exclude<BridgePlace, { folder: string }>, mod: BridgeMod, clock: Clock) {
  const headers = { authorization: place.authorization }
  const fetchLines = async () => {
    const response = await fetch(place.url, { headers, signal: AbortSignal.timeout(longestRequestMs) })
    const body = await response.text()
    if (!response.ok) return ''
    if (mod.faults.loseNext === 0) return body
    mod.faults.loseNext--
    return ''
  }
  const post = (line: string) =>
    fetch(place.resultUrl, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: line,
      signal: AbortSignal.timeout(longestRequestMs),
    }).then((response) => response.arrayBuffer())
  return async () => {
    const bodies = [await fetchLines()]
    if (mod.faults.repeatNext > 0) {
      mod.faults.repeatNext--
      bodies.push(await fetchLines())
    }
    await pauseOf(clock, mod.faults.delay)
    for (const body of bodies) for (const line of mod.run(body)) await post(line).catch(() => {})
  }
}

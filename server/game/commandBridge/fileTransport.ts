import type { Clock } from '../../engine/clock.ts'
import { type Folder, FolderError, mostReadBytes, temporaryName } from '../files/folder.ts'
import type { LinkLog } from '../link.ts'
import { leave } from './pullTransport.ts'
import type { Offered, OpenTransport, Transport, TransportEvents } from './transport.ts'
import { idPrefix } from './verbs.ts'

interface FilesOptions {
  /** The mod's folder `Saved`. */
  readonly folder: Folder
  readonly clock: Pick<Clock, 'after'>
  readonly log: LinkLog
  /** Interval at which the files are looked at while something is under way. */
  readonly everyMs: number
  /** The same while the folder cannot be reached. */
  readonly retryMs?: number
  /** Beside a hub that uses the folder too: what is there is not its own of an earlier run. */
  readonly isVisitor?: boolean
}

const name = 'commands.ndjson'
/** Such an error leaves open whether the file was written. */
const openCodes: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'closed'])
const isOpen = (error: unknown) => error instanceof FolderError && openCodes.has(error.code)

/**
 * For a mod that reads files. It renames commands.ndjson, reads it and deletes it, so the file is written only while there is none: all that
 * waits at once. As long as it is there it can be taken back, by a rename that either the hub or the mod wins. The folder is closed with it.
 */
export const openFiles =
  (options: FilesOptions): OpenTransport =>
  (events) =>
    createFileTransport(options, events)

function createFileTransport(
  { folder, clock, log, everyMs, retryMs = 5_000, isVisitor = false }: FilesOptions,
  events: TransportEvents,
): Transport {
  const results = createResultsFile(folder)
  const waiting: Offered[] = []
  /** In the file, as far as is known. */
  let written: Offered[] = []
  let isExpecting = false
  let isClosed = false
  let isSwept = false
  let cancel = () => {}
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const result = turn.then(act)
    turn = result.catch(() => {})
    return result
  }

  const look = async () => {
    if (!isSwept) await sweep()
    isSwept = true
    if (written.length > 0) await checkTaken()
    if (written.length === 0 && waiting.length > 0) await write()
    await results.read(events.answered)
  }
  /** Removes what an earlier run left for a mod that did not take it: nobody waits for it any more. */
  const sweep = async () => {
    await results.read(() => {})
    if (isVisitor) return
    const text = await textOf()
    if (text?.includes(idMark)) await takeBack((line) => isOurs(line))
  }
  /** Null if the mod has taken the file, even between the two requests. */
  const textOf = async () => {
    const entry = await folder.stat(name)
    if (entry?.kind !== 'file') return null
    return folder.read(name, { from: 0, length: 1024 * 1024 }).then(String, (error: unknown) => {
      if (error instanceof FolderError && error.code === 'notFound') return null
      throw error
    })
  }
  const checkTaken = async () => {
    const text = await textOf()
    // Another program may have written the next file by now.
    if (text !== null && written.some(({ id }) => text.includes(`"${id}"`))) return
    events.seen()
    for (const command of written.splice(0)) command.taken()
  }
  const write = async () => {
    if ((await folder.stat(name)) !== null) return
    const ready = waiting.splice(0).filter(leave)
    if (ready.length === 0) return
    const bytes = Buffer.from(ready.map(({ line }) => `${line}\n`).join(''))
    try {
      if (await folder.writeIfAbsent(name, bytes)) written = ready
      else waiting.unshift(...ready)
    } catch (error) {
      // A later look finds it there, or takes it for taken.
      if (isOpen(error)) written = ready
      else waiting.unshift(...ready)
      throw error
    }
  }
  /** Takes lines out of the file; the others are put back. @returns false where the mod was first */
  const takeBack = async (isWithdrawn: (line: string) => boolean): Promise<boolean> => {
    const aside = temporaryName()
    try {
      await folder.rename(name, aside)
    } catch (error) {
      if (error instanceof FolderError && error.code === 'notFound') return false
      throw error
    }
    const text = (await folder.read(aside, { from: 0, length: 1024 * 1024 })).toString('utf8')
    const kept = text.split('\n').filter((line) => line.trim() !== '' && !isWithdrawn(line))
    if (kept.length > 0) await putBack(kept)
    await folder.remove(aside)
    return true
  }
  const putBack = async (lines: readonly string[]) => {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    if (await folder.writeIfAbsent(name, bytes)) return
    // Another program wrote in between.
    if (folder.can.append !== false) return folder.append(name, bytes)
    const lost = lines.length === 1 ? '1 line was' : `${lines.length} lines were`
    log.warn(`${lost} lost on the way to the mod in ${folder.name}: another program wrote at the same time.`)
  }
  const withdraw = async (ids: ReadonlySet<string>): Promise<boolean> => {
    for (let at = waiting.length - 1; at >= 0; at--) if (ids.has(waiting[at]?.id ?? '')) waiting.splice(at, 1)
    const lying = written.filter(({ id }) => ids.has(id))
    if (lying.length === 0) return true
    await checkTaken()
    if (written.length === 0) return false
    const isBack = await takeBack((line) => lying.some(({ id }) => line.includes(`"${id}"`)))
    if (isBack) written = written.filter((one) => !lying.includes(one))
    else await checkTaken()
    return isBack
  }
  const isBusy = () => written.length > 0 || waiting.length > 0 || isExpecting
  const again = (ms: number) => {
    cancel()
    if (!isClosed && isBusy()) cancel = clock.after(ms, run)
  }
  const run = () =>
    void inTurn(look).then(
      () => {
        events.failed(null)
        again(everyMs)
      },
      (error: unknown) => {
        if (isClosed) return
        events.failed(whyOf(error, folder.name))
        again(error instanceof FolderError ? Math.max(retryMs, error.retryInMs ?? 0) : retryMs)
      },
    )
  return {
    name: `${folder.name} (commandBridge)`,
    pingMs: 60_000,
    offer(command) {
      const wasBusy = isBusy()
      if (isClosed) return command.notSent(new Error('the link is closed'))
      waiting.push(command)
      if (!wasBusy) again(0)
    },
    // Where the folder cannot be asked, the mod may have it.
    withdraw: (id) => inTurn(() => withdraw(new Set([id]))).catch(() => false),
    expect(isAwaited) {
      const wasBusy = isBusy()
      isExpecting = isAwaited
      if (isExpecting && !wasBusy) again(everyMs)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      cancel()
      const ours = [...waiting, ...written]
      const isBack = await inTurn(() => withdraw(new Set(ours.map(({ id }) => id)))).catch(() => false)
      for (const command of ours) if (isBack) command.notSent(new Error('the link is closed'))
      await folder.close()
    },
  }
}

const idMark = `"${idPrefix}`
const isOurs = (line: string) => /"id"\s*:\s*"([^"]*)"/.exec(line)?.[1]?.startsWith(idPrefix) ?? false

const whyOf = (error: unknown, where: string): string => {
  if (!(error instanceof FolderError)) return `the files in ${where} cannot be used: ${String(error)}`
  if (error.code === 'notFound')
    return `there is no folder ${where}. Give the folder Saved of the mod CommandBridge; the mod makes it when it starts`
  return error.message
}

/** A longer line is skipped. The mods' own have some hundred bytes. */
const longestLine = 64 * 1024
const resultsName = 'results.ndjson'

/**
 * Reads what the mod appends to results.ndjson: new bytes only, whole lines only. What was there before the first call is of long ago. A
 * file that was replaced or emptied is read from its beginning.
 */
function createResultsFile(folder: Pick<Folder, 'stat' | 'read'>) {
  let offset: number | null = null
  let identity: string | null = null
  /** Within a line that is too long. */
  let isSkipping = false

  const begin = (at: number) => {
    offset = at
    isSkipping = false
  }
  return {
    /** Passes the new lines on. The first call only notes where the file ends. @throws FolderError */
    async read(onLine: (line: string) => void): Promise<void> {
      const found = await folder.stat(resultsName)
      const entry = found?.kind === 'file' ? found : null
      if (offset === null) begin(entry?.size ?? 0)
      else if (!entry || entry.size < offset || (identity !== null && entry.identity !== identity)) begin(0)
      identity = entry?.identity ?? null
      while (entry && offset !== null && offset < entry.size) {
        const bytes = await folder.read(resultsName, { from: offset, length: Math.min(mostReadBytes, 4 * longestLine) })
        const end = bytes.lastIndexOf(10) + 1
        if (end === 0) {
          if (bytes.length < longestLine) return
          isSkipping = true
          offset += bytes.length
          continue
        }
        const lines = bytes.toString('utf8', 0, end).split('\n')
        for (const line of isSkipping ? lines.slice(1) : lines) if (line.trim() !== '') onLine(line)
        isSkipping = false
        offset += end
      }
    },
  }
}

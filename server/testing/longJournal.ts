import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type CommandId, newCommandId } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import type { Entry } from '../engine/entry.ts'
import type { Storage } from '../engine/storage.ts'

const atOnce = 1_000
const givers = 40

/** An answered command of a long journal. */
export interface Given {
  readonly actor: string
  readonly id: CommandId
  readonly answer: Answer
}

/** Fills an empty store with gifts that were all answered within the last half hour, none of them in a checkpoint. */
export async function fillLongJournal(storage: Storage, entries: number, now: number): Promise<readonly Given[]> {
  const { epoch } = await storage.load()
  const made = (seq: number) => giftEntry(seq, epoch, now - 1_800_000 + Math.floor((seq / entries) * 1_500_000))
  for (let first = 1; first <= entries; first += atOnce)
    await storage.append(Array.from({ length: Math.min(atOnce, entries - first + 1) }, (_, at) => made(first + at)))
  return [1, 2, Math.floor(entries / 2), entries - 1, entries].map((seq) => {
    const { actor, commandId, output } = made(seq)
    return { actor, id: commandId as CommandId, answer: { ok: true, output, seq } }
  })
}

/** As a flood of one command writes them: about 600 characters. */
function giftEntry(seq: number, epoch: number, at: number): Entry {
  const nth = Math.floor((seq - 1) / givers) + 1
  const actor = `giver${(seq - 1) % givers}`
  const random = new Uint8Array(10)
  new DataView(random.buffer).setUint32(4, seq)
  const value = { coins: 1_000_000 - nth }
  return {
    seq,
    epoch,
    at,
    actor,
    command: 'sample.give',
    commandId: newCommandId(at, random),
    input: { to: 'bob', coins: 1, note: 'a gift '.repeat(30) },
    output: { left: value.coins },
    changes: [
      {
        id: `purse/${actor}`,
        version: nth,
        patches: [{ op: 'replace', path: nth === 1 ? [] : ['coins'], value: nth === 1 ? value : value.coins }],
      },
    ],
    archive: [],
  }
}

/** What a process says that opened a hub on a store. */
export interface Started {
  readonly answers: readonly Answer[]
  readonly lastSeq: number
  /** The largest heap of the hub's thread that was seen, and what is left of it behind a collection, in MB. */
  readonly mostHeapMb: number
  readonly heapMb: number
  readonly mostMemoryMb: number
  readonly tookMs: number
}

/** Opens a hub in a process with a small heap, which repeats these commands. @param place a folder, or the address of a Redis */
export async function startOn(place: string, given: readonly Given[], heapMb: number): Promise<Started> {
  const script = fileURLToPath(new URL('./longJournalHub.ts', import.meta.url))
  const flags = [`--max-old-space-size=${heapMb}`, '--expose-gc', '--disable-warning=ExperimentalWarning']
  const calls = JSON.stringify(given.map(({ actor, id }) => ({ actor, id })))
  const hub = spawn(process.execPath, [...flags, script, place, calls], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([text(hub.stdout), text(hub.stderr), once(hub, 'exit')])
  if (code !== 0) throw new Error(`The hub ended with ${code}: ${errors.slice(-2_000)}`)
  return JSON.parse(output) as Started
}

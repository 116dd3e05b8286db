import { readFileSync } from 'node:fs'
import { cpus, freemem, totalmem } from 'node:os'

/** Counters of this machine and this process, since an arbitrary start. Null: this system does not report them. */
export interface HostReading {
  /** Ms of all processor cores together. */
  readonly cpu: { readonly busyMs: number; readonly totalMs: number } | null
  /** Bytes. */
  readonly memory: { readonly used: number; readonly total: number }
  /** Bytes of all network interfaces but the loopback. */
  readonly network: { readonly received: number; readonly sent: number } | null
  /** This process: ms of processor time of all its threads, and resident bytes. */
  readonly hub: { readonly cpuMs: number; readonly memory: number | null }
}

export function readHost(): HostReading {
  const { user, system } = process.cpuUsage()
  const total = totalmem()
  return {
    cpu: cpuOf(),
    memory: { used: total - availableMemory(), total },
    network: networkIn(textOf('/proc/net/dev')),
    hub: { cpuMs: (user + system) / 1_000, memory: residentMemory() },
  }
}

/** Null while the process may open no more files: the system tells it in one. */
function residentMemory(): number | null {
  try {
    return process.memoryUsage.rss()
  } catch {
    return null
  }
}

/** Some systems without /proc report no cores. */
function cpuOf(): HostReading['cpu'] {
  const times = cpus().map((core) => core.times)
  if (times.length === 0) return null
  const totalMs = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { busyMs: totalMs - times.reduce((sum, { idle }) => sum + idle, 0), totalMs }
}

/** Memory that the system keeps for its file cache counts as available where the system says so. */
function availableMemory(): number {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(textOf('/proc/meminfo') ?? '')?.[1]
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024
}

/** How many files and connections this process may have open at once; null where the system does not say. */
export function mostOpenFiles(): number | null {
  const soft = /^Max open files\s+(\d+)/m.exec(textOf('/proc/self/limits') ?? '')?.[1]
  return soft === undefined ? null : Number(soft)
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Reads the format of Linux's /proc/net/dev: a line per interface, the received bytes in the first column, the sent ones in the ninth. */
export function networkIn(text: string | null): HostReading['network'] {
  const lines = (text ?? '').split('\n').flatMap((line) => {
    const [name, columns] = line.split(':')
    const numbers = columns?.trim().split(/\s+/).map(Number)
    if (name?.trim() === 'lo' || !numbers || numbers.length < 9 || numbers.some(Number.isNaN)) return []
    return [{ received: numbers[0] ?? 0, sent: numbers[8] ?? 0 }]
  })
  if (lines.length === 0) return null
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((total, line) => total + of(line), 0)
  return { received: sum(({ received }) => received), sent: sum(({ sent }) => sent) }
}

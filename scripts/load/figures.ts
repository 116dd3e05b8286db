import { percentile, type Spread } from './spread.ts'

/** As people read them: three figures, and a unit that suits. */
export function msWords(ms: number | null): string {
  if (ms === null) return '–'
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toPrecision(2)} ms`
}

export const countWords = (count: number) => Math.round(count).toLocaleString('en-GB')

export const bytesWords = (bytes: number) =>
  bytes >= 1e9
    ? `${(bytes / 1e9).toFixed(2)} GB`
    : bytes >= 1e6
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e3).toFixed(1)} kB`

/** @returns p50, p95, p99 and the longest, in words */
export const spreadWords = (spread: Spread) => [0.5, 0.95, 0.99, 1].map((share) => msWords(percentile(spread, share)))

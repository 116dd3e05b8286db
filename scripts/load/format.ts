import { type Histogram, percentile } from './measurements.ts'

/** With three significant digits and a suitable unit. */
export function formatMs(ms: number | null): string {
  if (ms === null) return '–'
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toPrecision(2)} ms`
}

export const formatCount = (count: number) => Math.round(count).toLocaleString('en-GB')

export const formatBytes = (bytes: number) =>
  bytes >= 1e9
    ? `${(bytes / 1e9).toFixed(2)} GB`
    : bytes >= 1e6
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e3).toFixed(1)} kB`

/** p50, p95, p99 and the maximum */
export const formatPercentiles = (histogram: Histogram) =>
  [0.5, 0.95, 0.99, 1].map((share) => formatMs(percentile(histogram, share)))

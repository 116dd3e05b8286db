import { adviceFor } from './faults.ts'
import { formatBytes, formatCount, formatMs, formatPercentiles } from './format.ts'
import {
  countIn,
  type Measurements,
  overTime,
  percentile,
  type TimingName,
  timingNames,
  timings,
} from './measurements.ts'
import type { LoadSettings } from './options.ts'
import type { Load, Moment } from './runLoad.ts'

/** One line of progress. */
export function momentLine({ at, seconds, phase, measurements }: Moment): string {
  const rate = (count: number) => formatCount(count / seconds)
  const lost = measurements.counts.lost > 0 ? `  ${measurements.counts.lost} LOST` : ''
  return [
    `${at.toFixed(0).padStart(5)} s  ${phase.padEnd(9)}`,
    `${formatCount(measurements.viewers)} viewers, ${formatCount(measurements.players)} players`,
    `connect ${formatMs(percentile(measurements.timings.connect, 0.99))}`,
    `ack ${formatMs(percentile(measurements.timings.ack, 0.99))}`,
    `patch ${formatMs(percentile(measurements.timings.patch, 0.99))}`,
    `${rate(measurements.counts.frames)} frames/s`,
    `${formatBytes(measurements.counts.bytes / seconds)}/s${lost}`,
  ].join('  ')
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

/** For frames, the median is the configured interval; longer times are delays. */
const timingRow = (measurements: Measurements, name: TimingName) => [
  timingNames[name],
  ...formatPercentiles(measurements.timings[name]),
  formatCount(countIn(measurements.timings[name])),
]

/** The limits and faults that occurred, most frequent first. */
export const faultLines = ({ faults }: Pick<Measurements, 'faults'>): readonly string[] =>
  Object.entries(faults)
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]) => `${formatCount(count)} × ${code}: ${adviceFor(code)}`)

/** The counts, as sentences. */
function countLines(measurements: Measurements, seconds: number) {
  const { counts } = measurements
  return [
    `${formatCount(measurements.viewers)} viewers and ${formatCount(measurements.players)} players were there at once; ${formatCount(counts.opened)} connections were opened and ${formatCount(counts.lost)} lost.`,
    `${formatCount(counts.messages)} messages arrived, ${formatBytes(counts.bytes)} (${formatBytes(counts.bytes / seconds)}/s): ${formatCount(counts.snapshots)} snapshots, ${formatCount(counts.patches)} patches, ${formatCount(counts.frames)} frames of positions, of which ${formatCount(counts.missedFrames)} came after one was missed.`,
    `${formatCount(counts.commands)} commands were sent.`,
  ]
}

/** Above this lag of the tool itself, short times are not reliable. */
export const maxOwnLagMs = 50

export function reportText(settings: LoadSettings, { community, startedAt, moments }: Load): string {
  const measurements = overTime(moments.map((moment) => moment.measurements))
  const seconds = Math.max(1, moments.at(-1)?.at ?? 1)
  const faults = faultLines(measurements)
  const lag = `The tool itself was held up for at most ${formatMs(measurements.ownLagMs)}`
  return [
    `Load on ${community} (${settings.url}), ${new Date(startedAt).toISOString()}, ${seconds.toFixed(0)} s`,
    `Requested: ${formatCount(settings.viewers)} viewers, ${formatCount(settings.players)} players, ${settings.seconds} s with all of them, ${settings.rampPerSecond} arriving a second.`,
    '',
    ...countLines(measurements, seconds),
    '',
    table([
      ['how long it took', 'p50', 'p95', 'p99', 'longest', 'times'],
      ...timings.map((name) => timingRow(measurements, name)),
    ]),
    '',
    ...(faults.length > 0 ? ['Limits and faults:', ...faults] : ['No limits or faults.']),
    '',
    measurements.ownLagMs > maxOwnLagMs
      ? `${lag}: longer times than it would have seen otherwise. Run it on another machine, or with fewer.`
      : `${lag}, so that the times are those of the hub and the way to it.`,
    '',
  ].join('\n')
}

import { bytesWords, countWords, msWords, spreadWords } from './figures.ts'
import type { LoadWish } from './loadWish.ts'
import type { Load, Moment } from './runLoad.ts'
import { countIn, percentile } from './spread.ts'
import { overTime, type SpanName, spanNames, spans, type Told } from './told.ts'
import { wordsOf } from './troubles.ts'

/** One line while it goes on. */
export function momentLine({ at, seconds, phase, told }: Moment): string {
  const rate = (count: number) => countWords(count / seconds)
  const lost = told.counts.lost > 0 ? `  ${told.counts.lost} LOST` : ''
  return [
    `${at.toFixed(0).padStart(5)} s  ${phase.padEnd(9)}`,
    `${countWords(told.viewers)} viewers, ${countWords(told.players)} players`,
    `connect ${msWords(percentile(told.spans.connect, 0.99))}`,
    `ack ${msWords(percentile(told.spans.ack, 0.99))}`,
    `patch ${msWords(percentile(told.spans.patch, 0.99))}`,
    `${rate(told.counts.frames)} frames/s`,
    `${bytesWords(told.counts.bytes / seconds)}/s${lost}`,
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

/** Between which times frames are due says the hub's configuration: the median is that, and what is above it came late. */
const spanRow = (told: Told, name: SpanName) => [
  spanNames[name],
  ...spreadWords(told.spans[name]),
  countWords(countIn(told.spans[name])),
]

/** The limits and faults that were met, worst first. */
export const troubleLines = ({ troubles }: Pick<Told, 'troubles'>): readonly string[] =>
  Object.entries(troubles)
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]) => `${countWords(count)} × ${code}: ${wordsOf(code)}`)

/** What was counted, in a sentence each. */
function countLines(told: Told, seconds: number) {
  const { counts } = told
  return [
    `${countWords(told.viewers)} viewers and ${countWords(told.players)} players were there at once; ${countWords(counts.opened)} connections were opened and ${countWords(counts.lost)} lost.`,
    `${countWords(counts.messages)} messages came, ${bytesWords(counts.bytes)} (${bytesWords(counts.bytes / seconds)}/s): ${countWords(counts.snapshots)} snapshots, ${countWords(counts.patches)} patches, ${countWords(counts.frames)} frames of positions, of which ${countWords(counts.missedFrames)} came after one was missed.`,
    `${countWords(counts.commands)} commands were given.`,
  ]
}

/** Above this the tool itself was too busy to be believed about short times. */
export const mostOwnLagMs = 50

export function reportText(wish: LoadWish, { community, beganAt, moments }: Load): string {
  const told = overTime(moments.map((moment) => moment.told))
  const seconds = Math.max(1, moments.at(-1)?.at ?? 1)
  const troubles = troubleLines(told)
  const lag = `The tool itself was held up for at most ${msWords(told.ownLagMs)}`
  return [
    `Load on ${community} (${wish.url}), ${new Date(beganAt).toISOString()}, ${seconds.toFixed(0)} s`,
    `Asked for: ${countWords(wish.viewers)} viewers, ${countWords(wish.players)} players, ${wish.seconds} s with all of them, ${wish.rampPerSecond} coming in a second.`,
    '',
    ...countLines(told, seconds),
    '',
    table([['how long it took', 'p50', 'p95', 'p99', 'longest', 'times'], ...spans.map((name) => spanRow(told, name))]),
    '',
    ...(troubles.length > 0 ? ['Limits and faults that were met:', ...troubles] : ['No limit and no fault was met.']),
    '',
    told.ownLagMs > mostOwnLagMs
      ? `${lag}: longer times than it would have seen otherwise. Run it on another machine, or with fewer.`
      : `${lag}, so that the times are those of the hub and the way to it.`,
    '',
  ].join('\n')
}

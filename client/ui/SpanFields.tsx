import { z } from 'zod'
import { DateTimeField, momentIn } from './DateTimeField.tsx'

const Moment = z.string().max(20).default('')
/** The span of a search as an address holds it: as a datetime field has it, `2026-11-21T16:00`. */
export const spanShape = { from: Moment, to: Moment }

interface Span {
  readonly from: string
  readonly to: string
}

const minuteMs = 60_000

/** The span of a query: epoch ms, both inclusive; null for none. The last minute includes all of its seconds. */
export function spanOf({ from, to }: Span) {
  const end = momentIn(to)
  return { from: momentIn(from), to: end === null ? null : end + minuteMs - 1 }
}

interface SpanFieldsProps {
  readonly span: Span
  readonly onSpan: (change: Partial<Span>) => void
}

/** From when to when a list is searched. */
export const SpanFields = ({ span: { from, to }, onSpan }: SpanFieldsProps) => (
  <>
    <DateTimeField label="From" value={from} onValue={(next) => onSpan({ from: next })} />
    <DateTimeField
      label="To"
      value={to}
      onValue={(next) => onSpan({ to: next })}
      check={(at) => (at < (momentIn(from) ?? at) ? 'Enter a time after “From”.' : null)}
    />
  </>
)

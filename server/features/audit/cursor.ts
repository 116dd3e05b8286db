/** Where reading goes on in several lists at once. */
export interface Cursor {
  /** All lines from this entry on were read; infinity before the first. */
  readonly seq: number
  /** Of each list the archive's own cursor: null for its newest page, 'end' where nothing is left. */
  readonly lists: readonly (number | null | 'end')[]
}

export const firstCursor = (lists: number): Cursor => ({
  seq: Number.POSITIVE_INFINITY,
  lists: Array.from({ length: lists }, () => null),
})

export const writeCursor = ({ seq, lists }: Cursor) =>
  [seq, ...lists.map((place) => (place === null ? '-' : place === 'end' ? 'x' : place))].join(':')

/** Lists that are younger than a cursor begin with their newest page, of which what is too new is left out. */
export function readCursor(written: string | null, lists: number): Cursor {
  if (written === null) return firstCursor(lists)
  const [seq = '', ...places] = written.split(':')
  const placeOf = (place = '-') => (place === '-' ? null : place === 'x' ? 'end' : Number(place))
  return { seq: Number(seq), lists: Array.from({ length: lists }, (_, at) => placeOf(places[at])) }
}

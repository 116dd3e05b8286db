import type { Clock } from './clock.ts'

/**
 * A map that forgets: each value is kept for at least `keptForMs`, and for twice as long at most. Measured by timers, not by the time of
 * day, which may jump.
 * @param most of more values than these in one span of `keptForMs` the later ones are not kept
 */
export function createAgingMap<Value>(clock: Pick<Clock, 'after'>, keptForMs: number, most = Number.POSITIVE_INFINITY) {
  let recent = new Map<string, Value>()
  let older: typeof recent = new Map()
  let cancel: (() => void) | null = null

  const age = () => {
    cancel = null
    older = recent
    recent = new Map()
    scheduleAging()
  }
  const scheduleAging = () => {
    if (recent.size + older.size > 0) cancel ??= clock.after(keptForMs, age)
  }
  return {
    get: (key: string) => recent.get(key) ?? older.get(key),
    set(key: string, value: Value) {
      if (recent.size < most) recent.set(key, value)
      scheduleAging()
    },
    /** The oldest first. */
    values: (): readonly Value[] => [...older.values(), ...recent.values()],
    size: () => recent.size + older.size,
    clear() {
      recent.clear()
      older.clear()
    },
    stop: () => cancel?.(),
  }
}

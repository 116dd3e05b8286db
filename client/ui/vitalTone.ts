export type VitalName = 'growth' | 'health' | 'stamina' | 'hunger' | 'thirst'

/** In percent: below the first a vital is a warning, below the second a danger. Growth and stamina have no limits. */
const limits: Readonly<Partial<Record<VitalName, readonly [warn: number, danger: number]>>> = {
  health: [60, 35],
  hunger: [40, 20],
  thirst: [40, 20],
}

/** The colour of a vital: its own, or the warning or danger that it has reached. A dead animal has no warnings. */
export function vitalTone(name: VitalName, value: number, isDead = false): VitalName | 'warn' | 'danger' {
  const [warn, danger] = limits[name] ?? [0, 0]
  if (isDead || value >= warn) return name
  return value < danger ? 'danger' : 'warn'
}

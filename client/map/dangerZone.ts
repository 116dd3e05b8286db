/** How near to a place one is in which danger: the outer rims of the zones, in metres. */
export const lethalMetres = 200
export const highRiskMetres = 500

export type DangerZone = 'lethal' | 'highRisk' | 'safe'

/** A rim belongs to the zone within it. */
export const dangerZoneOf = (metres: number): DangerZone => {
  if (metres <= lethalMetres) return 'lethal'
  return metres <= highRiskMetres ? 'highRisk' : 'safe'
}

export const dangerWords: Readonly<Record<DangerZone, string>> = {
  lethal: 'Lethal',
  highRisk: 'High risk',
  safe: `Safe beyond ${highRiskMetres} m`,
}

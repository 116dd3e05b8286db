/** A value of the hub's configuration that rules and queries of several features read. One feature sets it. */
export interface Setting<Value> {
  readonly name: string
  /** The value where no feature sets it. */
  readonly fallback: Value
}
export interface SettingValue {
  readonly setting: Setting<unknown>
  readonly value: unknown
}
export type ReadSetting = <Value>(setting: Setting<Value>) => Value

export const defineSetting = <Value>(name: string, fallback: Value): Setting<Value> => ({ name, fallback })

export const setTo = <Value>(setting: Setting<Value>, value: Value): SettingValue => ({ setting, value })

/** @throws when two values are for one setting */
export function createReadSetting(values: readonly SettingValue[]): ReadSetting {
  const known = new Map<string, unknown>()
  for (const { setting, value } of values) {
    if (known.has(setting.name)) throw new Error(`The setting "${setting.name}" is set twice`)
    known.set(setting.name, value)
  }
  return <Value>({ name, fallback }: Setting<Value>) => (known.has(name) ? (known.get(name) as Value) : fallback)
}

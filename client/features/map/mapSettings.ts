import { type Atom, atom, type createStore, useAtomValue } from 'jotai'
import { useState } from 'react'
import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import { MapSettings, mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type Clock, machineClock } from '../../connection/clock.ts'
import type { Connection } from '../../connection/connect.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { documentAtom } from '../../connection/useDocument.ts'

/** The user's settings as this page uses them. */
interface MapSettingsState {
  readonly state: 'loading' | 'here' | 'refused'
  /** Including pending changes of this page; defaults before the first snapshot. */
  readonly settings: MapSettings
  /** Whether a change of this page is pending. */
  readonly saving: boolean
  /** Why the last change was reverted; null if it was stored. */
  readonly refusal: string | null
}

interface MapSettingsStore {
  readonly atom: Atom<MapSettingsState>
  /** Applies at once and is sent to the hub. @param slides whether more changes follow, as from a slider */
  change(wanted: Partial<MapSettings>, slides?: boolean): void
  dismiss(): void
}

interface MapSettingsDeps {
  readonly store: ReturnType<typeof createStore>
  readonly clock: Clock
  readonly send: Connection['send']
}

/** Delay after the last change of a slider before it is sent, ms. */
export const sliderDelayMs = 400

const defaults = MapSettings.parse({})

/** Pending changes by field. */
function createPendingChanges(
  store: MapSettingsDeps['store'],
  stored: ReturnType<typeof documentAtom<typeof mapSettings>>,
) {
  const pending = atom<Partial<MapSettings>>({})
  /** Numbers the changes, so that an answer removes only fields that were not changed again since. */
  const changedAt = new Map<string, number>()
  let changeCount = 0

  const drop = (sent: Partial<MapSettings>, asOf: number) =>
    store.set(pending, (held) =>
      Object.fromEntries(Object.entries(held).filter(([key]) => !(key in sent) || (changedAt.get(key) ?? 0) > asOf)),
    )
  return {
    atom: pending,
    changeCount: () => changeCount,
    add(wanted: Partial<MapSettings>) {
      changeCount += 1
      for (const key of Object.keys(wanted)) changedAt.set(key, changeCount)
      store.set(pending, (held) => ({ ...held, ...wanted }))
    },
    drop,
    /** The answer may arrive before the patch: the pending value is kept until then. */
    dropWhenStored(sent: Partial<MapSettings>, asOf: number) {
      const { value } = store.get(stored)
      if (value && Object.entries(sent).every(([key, wanted]) => value[key as keyof MapSettings] === wanted))
        return drop(sent, asOf)
      const stop = store.sub(stored, () => {
        stop()
        drop(sent, asOf)
      })
    },
  }
}

/** A player's settings: a change applies at once, is sent to the hub, and is reverted if refused. */
export function createMapSettingsStore(me: string, { store, clock, send }: MapSettingsDeps): MapSettingsStore {
  const stored = documentAtom(mapSettings, me)
  const pendingChanges = createPendingChanges(store, stored)
  const refusal = atom<string | null>(null)
  let unsent: Partial<MapSettings> = {}
  let cancelDelay = () => {}

  const flush = async () => {
    cancelDelay()
    const [sent, asOf] = [unsent, pendingChanges.changeCount()]
    unsent = {}
    // The next account keeps its own settings.
    if (store.get(accessAtom).principal?.id !== me) return pendingChanges.drop(sent, asOf)
    const answer = await send(changeMapSettings.name, sent)
    if (answer.ok) return pendingChanges.dropWhenStored(sent, asOf)
    pendingChanges.drop(sent, asOf)
    store.set(refusal, answer.message)
  }

  return {
    atom: atom((get): MapSettingsState => {
      const { state, value } = get(stored)
      const held = get(pendingChanges.atom)
      const saving = Object.keys(held).length > 0
      return { state, settings: { ...(value ?? defaults), ...held }, saving, refusal: get(refusal) }
    }),
    change(wanted, slides = false) {
      pendingChanges.add(wanted)
      store.set(refusal, null)
      unsent = { ...unsent, ...wanted }
      cancelDelay()
      if (slides) cancelDelay = clock.after(sliderDelayMs, () => void flush())
      else void flush()
    },
    dismiss: () => store.set(refusal, null),
  }
}

export type UseMapSettings = MapSettingsState & Pick<MapSettingsStore, 'change' | 'dismiss'>

/** The settings of one account, for the lifetime of its map. */
export function useMapSettings(me: string): UseMapSettings {
  const { store, send } = useConnection()
  const [settings] = useState(() => createMapSettingsStore(me, { store, clock: machineClock, send }))
  return { ...useAtomValue(settings.atom), change: settings.change, dismiss: settings.dismiss }
}

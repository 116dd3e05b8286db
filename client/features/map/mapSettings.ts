import { type Atom, atom, type createStore, useAtomValue } from 'jotai'
import { useState } from 'react'
import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import { MapSettings, mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type Clock, machineClock } from '../../connection/clock.ts'
import type { Connection } from '../../connection/connect.ts'
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

const unset = MapSettings.parse({})

/** Pending changes by field. */
function createPendingChanges(
  store: MapSettingsDeps['store'],
  kept: ReturnType<typeof documentAtom<typeof mapSettings>>,
) {
  const wished = atom<Partial<MapSettings>>({})
  /** Numbers the changes, so that an answer removes only fields that were not changed again since. */
  const wishedAt = new Map<string, number>()
  let turn = 0

  const drop = (sent: Partial<MapSettings>, asOf: number) =>
    store.set(wished, (held) =>
      Object.fromEntries(Object.entries(held).filter(([key]) => !(key in sent) || (wishedAt.get(key) ?? 0) > asOf)),
    )
  return {
    atom: wished,
    turn: () => turn,
    add(wanted: Partial<MapSettings>) {
      turn += 1
      for (const key of Object.keys(wanted)) wishedAt.set(key, turn)
      store.set(wished, (held) => ({ ...held, ...wanted }))
    },
    drop,
    /** The answer may arrive before the patch: the pending value is kept until then. */
    dropWhenHere(sent: Partial<MapSettings>, asOf: number) {
      const { value } = store.get(kept)
      if (value && Object.entries(sent).every(([key, wanted]) => value[key as keyof MapSettings] === wanted))
        return drop(sent, asOf)
      const stop = store.sub(kept, () => {
        stop()
        drop(sent, asOf)
      })
    },
  }
}

/** A player's settings: a change applies at once, is sent to the hub, and is reverted if refused. */
export function createMapSettingsStore(me: string, { store, clock, send }: MapSettingsDeps): MapSettingsStore {
  const kept = documentAtom(mapSettings, me)
  const wishes = createPendingChanges(store, kept)
  const refusal = atom<string | null>(null)
  let unsent: Partial<MapSettings> = {}
  let callOff = () => {}

  const flush = async () => {
    callOff()
    const [sent, asOf] = [unsent, wishes.turn()]
    unsent = {}
    const answer = await send(changeMapSettings.name, sent)
    if (answer.ok) return wishes.dropWhenHere(sent, asOf)
    wishes.drop(sent, asOf)
    store.set(refusal, answer.message)
  }

  return {
    atom: atom((get): MapSettingsState => {
      const { state, value } = get(kept)
      const held = get(wishes.atom)
      const saving = Object.keys(held).length > 0
      return { state, settings: { ...(value ?? unset), ...held }, saving, refusal: get(refusal) }
    }),
    change(wanted, slides = false) {
      wishes.add(wanted)
      store.set(refusal, null)
      unsent = { ...unsent, ...wanted }
      callOff()
      if (slides) callOff = clock.after(sliderDelayMs, () => void flush())
      else void flush()
    },
    dismiss: () => store.set(refusal, null),
  }
}

export type MapSettingsUse = MapSettingsState & Pick<MapSettingsStore, 'change' | 'dismiss'>

/** The settings of one account, for the lifetime of its map. */
export function useMapSettings(me: string): MapSettingsUse {
  const { store, send } = useConnection()
  const [own] = useState(() => createMapSettingsStore(me, { store, clock: machineClock, send }))
  return { ...useAtomValue(own.atom), change: own.change, dismiss: own.dismiss }
}

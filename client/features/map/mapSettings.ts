import { type Atom, atom, type createStore, useAtomValue } from 'jotai'
import { useState } from 'react'
import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import { MapSettings, mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type Clock, machineClock } from '../../connection/clock.ts'
import type { Connection } from '../../connection/connect.ts'
import { documentAtom } from '../../connection/useDocument.ts'

/** One's settings as this page draws by them. */
interface MapSettingsState {
  readonly state: 'loading' | 'here' | 'refused'
  /** With what was changed here and is not kept yet; what a new account has before the first answer. */
  readonly settings: MapSettings
  /** Whether something that was changed here is not kept yet. */
  readonly saving: boolean
  /** Why the last change was put back; null when it was kept. */
  readonly refusal: string | null
}

interface MapSettingsStore {
  readonly atom: Atom<MapSettingsState>
  /** Shown at once, kept in a moment. @param slides whether more of the same is on its way, as from a slider */
  change(wanted: Partial<MapSettings>, slides?: boolean): void
  dismiss(): void
}

interface MapSettingsDeps {
  readonly store: ReturnType<typeof createStore>
  readonly clock: Clock
  readonly send: Connection['send']
}

/** A hand on a slider rests for this long before what it chose is sent. */
export const sliderDelayMs = 400

const unset = MapSettings.parse({})

/** What was wished for here and is not known to be kept yet, by field. */
function createPendingChanges(
  store: MapSettingsDeps['store'],
  kept: ReturnType<typeof documentAtom<typeof mapSettings>>,
) {
  const wished = atom<Partial<MapSettings>>({})
  /** Counts the wishes, so that an answer takes back only what was not wished for anew since. */
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
    /** The answer may be ahead of the patch: nothing jumps back meanwhile. */
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

/** A player's settings: drawn by at once, kept by the hub, and put back to what the hub has where it refuses. */
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

/** The settings of one account, for as long as its map is open. */
export function useMapSettings(me: string): MapSettingsUse {
  const { store, send } = useConnection()
  const [own] = useState(() => createMapSettingsStore(me, { store, clock: machineClock, send }))
  return { ...useAtomValue(own.atom), change: own.change, dismiss: own.dismiss }
}

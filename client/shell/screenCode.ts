import { type ComponentType, lazy } from 'react'

/** The code of a screen, which is fetched when it is first needed, or earlier. */
export interface ScreenCode<Props = object> {
  /** The component, once it is here. */
  loaded(): ComponentType<Props> | null
  load(): Promise<ComponentType<Props>>
}

/** @param fetchScreen `() => import('./XScreen.tsx').then(({ XScreen }) => XScreen)` */
export function screenOf<Props = object>(fetchScreen: () => Promise<ComponentType<Props>>): ScreenCode<Props> {
  let component: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  const load = async () => {
    try {
      component = await fetchScreen()
      return component
    } finally {
      loading = null
    }
  }
  return {
    loaded: () => component,
    load: () => {
      loading ??= load()
      return loading
    },
  }
}

let isMissing = false
const listeners = new Set<() => void>()
/** Whether a part of this page could not be loaded. A browser keeps that failure: only a reload brings the part. */
export const missingParts = {
  get: () => isMissing,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  note(missing: boolean) {
    isMissing = missing
    for (const listener of listeners) listener()
  },
}

/**
 * A part whose code comes after the first page: not all users see it, or it knows the catalogue. Where it cannot be loaded the page goes on
 * without it, and says so.
 */
export const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({
    default: await load().catch((): ComponentType<Props> => {
      missingParts.note(true)
      return () => null
    }),
  }))

/** The code of a screen, or of another part that is fetched in the same way. */
export interface FetchedCode {
  loaded(): unknown
  load(): Promise<unknown>
}

interface PrefetchDeps {
  /** False once the hub is away: the rest is fetched when it is back. */
  readonly isOpen: () => boolean
  /** Calls `act` when the browser has nothing better to do. */
  readonly whenIdle: (act: () => void) => void
}

/** Fetches screens one after another, so that they open at once, even while the hub is away. A failure ends it: each is tried again when it is opened. */
export async function prefetchScreens(
  screens: readonly FetchedCode[],
  { isOpen, whenIdle }: PrefetchDeps,
): Promise<void> {
  for (const screen of screens) {
    if (screen.loaded()) continue
    await new Promise<void>(whenIdle)
    if (!isOpen()) return
    try {
      await screen.load()
    } catch {
      return
    }
  }
}

export const speeds = [1, 2, 5, 10, 30, 60] as const
export type Speed = (typeof speeds)[number]

/** The shown moment of a replay. */
export interface ReplayClock {
  /** Epoch ms. */
  at(): number
  isPlaying(): boolean
  speed(): Speed
  play(): void
  pause(): void
  seek(at: number): void
  setSpeed(speed: Speed): void
  /** Notifies on seek, play, pause and speed changes, not on the passing of time. */
  subscribe(listener: () => void): () => void
}

/** @param begin the initial moment, epoch ms @param now any monotonic clock, ms */
export function createReplayClock(begin: number, now: () => number): ReplayClock {
  let base = begin
  let since = now()
  let playing = false
  let speed: Speed = 1
  const listeners = new Set<() => void>()

  const at = () => (playing ? base + (now() - since) * speed : base)
  const set = (change: () => void) => {
    base = at()
    since = now()
    change()
    for (const listener of listeners) listener()
  }
  return {
    at,
    isPlaying: () => playing,
    speed: () => speed,
    play() {
      if (!playing)
        set(() => {
          playing = true
        })
    },
    pause() {
      if (playing)
        set(() => {
          playing = false
        })
    },
    seek: (moment) =>
      set(() => {
        base = moment
      }),
    setSpeed: (next) =>
      set(() => {
        speed = next
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

import { useEffect, useSyncExternalStore } from 'react'
import { useSearchParams } from 'wouter'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { fullSpan, nearestMoment } from './recordedSpans.ts'
import { type ReplayClock, speeds } from './replayClock.ts'
import styles from './Transport.module.css'
import { useMoment } from './useReplay.ts'

interface TransportProps {
  readonly clock: ReplayClock
  /** The moments that can be shown. */
  readonly spans: readonly TimeSpan[]
}

const skipMs = 10_000

/** Play, pause, ten seconds back and forward, and speed. */
export function Transport({ clock, spans }: TransportProps) {
  const isPlaying = useSyncExternalStore(clock.subscribe, clock.isPlaying)
  const skip = (by: number) => {
    const nearest = nearestMoment(spans, clock.at() + by)
    if (nearest !== null) clock.seek(nearest)
  }
  const toggle = () => {
    if (isPlaying) return clock.pause()
    const whole = fullSpan(spans)
    // At the end, playing restarts at the beginning.
    if (whole && clock.at() >= whole.until) clock.seek(whole.from)
    clock.play()
  }
  return (
    <div className={styles.transport}>
      <div className={styles.buttons}>
        <Button square aria-label="Back 10 seconds" onClick={() => skip(-skipMs)}>
          <Stroke>
            <path d="M10 5 4 10l6 5zM16 5l-6 5 6 5z" />
          </Stroke>
        </Button>
        <Button tone="main" aria-label={isPlaying ? 'Pause' : 'Play'} square onClick={toggle}>
          <Stroke>
            <path d={isPlaying ? 'M7 4.5v11M13 4.5v11' : 'M6 4l10 6-10 6z'} />
          </Stroke>
        </Button>
        <Button square aria-label="Forward 10 seconds" onClick={() => skip(skipMs)}>
          <Stroke>
            <path d="M10 5l6 5-6 5zM4 5l6 5-6 5z" />
          </Stroke>
        </Button>
      </div>
      <Speeds clock={clock} />
      <LinkToMoment clock={clock} />
    </div>
  )
}

function Speeds({ clock }: Pick<TransportProps, 'clock'>) {
  const chosen = useSyncExternalStore(clock.subscribe, clock.speed)
  return (
    <fieldset className={styles.speeds} aria-label="Speed">
      {speeds.map((speed) => (
        <button
          key={speed}
          type="button"
          className={styles.speed}
          aria-pressed={speed === chosen}
          aria-label={`${speed} times`}
          onClick={() => clock.setSpeed(speed)}
        >
          {speed}×
        </button>
      ))}
    </fieldset>
  )
}

function LinkToMoment({ clock }: Pick<TransportProps, 'clock'>) {
  const at = useMoment(clock, 100)
  const [query] = useSearchParams()
  return (
    <div className={styles.link}>
      <span aria-hidden="true">
        Link<span className={styles.wide}> to this moment</span>
      </span>
      <CopyButton text={`${location.origin}${location.pathname}?${withMoment(query, at)}`} what="link to this moment" />
    </div>
  )
}

/** Browsers limit how often the address may be changed. */
const everyMs = 1_000

/** The address parameters with the time set and other parameters kept. */
const withMoment = (query: URLSearchParams, at: number) => {
  const next = new URLSearchParams(query)
  next.set('at', String(Math.round(at)))
  return next
}

/**
 * Keeps the time in the page's address without history entries. While the next page is loading this component is still
 * mounted: the address is left alone once its path has changed.
 */
export function useMomentInAddress(clock: ReplayClock) {
  const [, setQuery] = useSearchParams()
  useEffect(() => {
    const home = location.pathname
    const write = () => {
      if (location.pathname !== home) return
      const at = String(Math.round(clock.at()))
      if (new URLSearchParams(location.search).get('at') !== at)
        setQuery((query) => withMoment(query, clock.at()), { replace: true })
    }
    const timer = setInterval(write, everyMs)
    return () => clearInterval(timer)
  }, [clock, setQuery])
}

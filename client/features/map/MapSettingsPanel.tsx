import { mapColours } from '../../../shared/features/world/mapColours.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { Swatches } from '../../ui/Swatches.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import styles from './MapSettingsPanel.module.css'
import type { UseMapSettings } from './mapSettings.ts'

type SectionProps = Pick<UseMapSettings, 'settings' | 'change'>

interface MapSettingsPanelProps extends UseMapSettings {
  /** Whether this map draws heading arrows. */
  readonly withArrows: boolean
}

/** The user's map settings, shared by all devices. */
export function MapSettingsPanel(props: MapSettingsPanelProps) {
  const { state, saving, refusal, dismiss } = props
  if (state === 'loading') return <EmptyState picture="lantern" title="Loading your settings…" />
  if (state === 'refused')
    return (
      <EmptyState picture="gate" title="Sign in to change your map.">
        <p>Your settings follow you to all your devices.</p>
      </EmptyState>
    )
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2>Your map</h2>
        <p className={styles.saveState} role="status">
          {saving ? 'Saving…' : 'Saved on all your devices'}
        </p>
      </header>
      {refusal ? (
        <div className={styles.problem}>
          <Problem onDismiss={dismiss}>Not saved. {refusal}</Problem>
        </div>
      ) : null}
      <Colours {...props} />
      <Marks {...props} />
      <Measures {...props} />
    </div>
  )
}

const swatches = mapColours.map((name) => ({ name, colour: `var(--${name})` }))

function Colours({ settings, change }: SectionProps) {
  return (
    <section className={styles.section} aria-label="Colours">
      <Swatches
        legend="You"
        colours={swatches}
        chosen={settings.playerColor}
        onChoose={(playerColor) => change({ playerColor })}
      />
      <Swatches
        legend="Your pack"
        colours={swatches}
        chosen={settings.teammateColor}
        onChoose={(teammateColor) => change({ teammateColor })}
      />
      <Swatches
        legend="Pings"
        colours={swatches}
        chosen={settings.pingColor}
        onChoose={(pingColor) => change({ pingColor })}
      />
    </section>
  )
}

function Marks({ settings, change, withArrows }: SectionProps & Pick<MapSettingsPanelProps, 'withArrows'>) {
  return (
    <section className={styles.section} aria-label="Markers">
      <Toggle
        name="Names"
        description="Next to you and your pack"
        on={settings.showPlayerNames}
        onTurn={(showPlayerNames) => change({ showPlayerNames })}
      />
      {withArrows ? (
        <Toggle
          name="Direction arrows"
          description="Show which way you and your pack face"
          on={settings.showDirectionArrows}
          onTurn={(showDirectionArrows) => change({ showDirectionArrows })}
        />
      ) : null}
    </section>
  )
}

/** Rounds a slider value to tenths, so that 0.30000000000000004 is never sent. */
const tenths = (value: number) => Math.round(value * 10) / 10

function Measures({ settings, change }: SectionProps) {
  const { mapOpacity, pingInterval, zoomLevel } = settings
  return (
    <section className={styles.section} aria-label="View and pings">
      <Slider
        label="Map opacity"
        least={0.3}
        most={1}
        step={0.1}
        value={mapOpacity}
        valueLabel={`${Math.round(mapOpacity * 100)}%`}
        onValue={(value) => change({ mapOpacity: tenths(value) }, true)}
      />
      <Slider
        label="Time between your pings"
        least={5_000}
        most={30_000}
        step={5_000}
        value={pingInterval}
        valueLabel={`${pingInterval / 1_000} s`}
        onValue={(value) => change({ pingInterval: value }, true)}
      />
      <Slider
        label="Opening zoom"
        least={0.5}
        most={3}
        step={0.1}
        value={zoomLevel}
        valueLabel={`${zoomLevel.toFixed(1)}×`}
        onValue={(value) => change({ zoomLevel: tenths(value) }, true)}
      />
    </section>
  )
}

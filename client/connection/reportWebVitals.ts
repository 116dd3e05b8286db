// Imported once the page is shown. Reports to the hub how fast the page is for its user: once, when it is hidden for the first time.
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { type VitalName, type WebVitals, webVitalsPath } from '../../shared/protocol/webVitals.ts'

const vitals: { [Name in VitalName]?: number } = {}
const note = ({ name, value }: { readonly name: VitalName; readonly value: number }) => {
  vitals[name] = value
}
for (const onKnown of [onCLS, onFCP, onINP, onLCP, onTTFB]) onKnown(note)

// The values are final once the page is hidden. They are noted by listeners that were added before this one.
document.addEventListener('visibilitychange', function report() {
  if (document.visibilityState !== 'hidden' || Object.keys(vitals).length === 0) return
  document.removeEventListener('visibilitychange', report)
  // A page that is being closed can send nothing else. A report that is lost is not missed.
  const body = JSON.stringify(vitals satisfies WebVitals)
  navigator.sendBeacon(webVitalsPath, new Blob([body], { type: 'application/json' }))
})

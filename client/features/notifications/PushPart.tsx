import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { pushSetup, subscribePush, unsubscribePush } from '../../../shared/features/notifications/push.ts'
import type { NotificationSettings } from '../../../shared/features/notifications/settings.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { EntryList, EntryRow } from '../../ui/EntryRow.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import {
  deviceId,
  type PushState,
  pushStateAtom,
  readPushState,
  subscribeBrowser,
  unsubscribeBrowser,
} from './browserPush.ts'
import styles from './Notifications.module.css'

interface PushPartProps {
  readonly devices: NotificationSettings['devices']
}

/** Notifications outside the page: on this browser, and the other devices that have them. */
export function PushPart({ devices }: PushPartProps) {
  const known = Object.entries(devices).toSorted(([, one], [, other]) => other.addedAt - one.addedAt)
  const remove = useCommand(unsubscribePush)
  return (
    <Part
      title="Outside this page"
      description="Your browser shows notifications while this site is in the background, and by push when it's closed."
    >
      <ThisBrowser ids={known.map(([id]) => id)} />
      {known.length === 0 ? null : (
        <div className={styles.devices}>
          <EntryList label="Devices with push">
            {known.map(([id, { device, addedAt, sentAt }]) => (
              <EntryRow
                key={id}
                title={device}
                detail={sentAt === null ? 'No message yet' : 'Gets messages'}
                times={[
                  { name: 'Added', at: <Ago at={addedAt} /> },
                  { name: 'Last message', at: sentAt === null ? '–' : <Ago at={sentAt} /> },
                ]}
                action={
                  <Button
                    aria-label={`Remove ${device}`}
                    busyLabel={remove.busy ? 'Removing…' : null}
                    onClick={() => void remove.run({ id })}
                  >
                    Remove
                  </Button>
                }
              />
            ))}
          </EntryList>
        </div>
      )}
      {remove.refusal ? <Problem onDismiss={remove.dismiss}>{remove.refusal.message}</Problem> : null}
    </Part>
  )
}

/** Turns push on or off for this browser: the browser asks only after a press. */
function ThisBrowser({ ids }: { readonly ids: readonly string[] }) {
  const publicKey = useDocument(pushSetup).value?.publicKey ?? null
  const subscribe = useCommand(subscribePush)
  const unsubscribe = useCommand(unsubscribePush)
  const [state, setState] = useAtom(pushStateAtom)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const known = ids.join(' ')
  useEffect(() => {
    void readPushState(known.split(' ')).then(setState)
  }, [known, setState])
  const turnOn = async () => {
    if (publicKey === null) return
    setProblem(null)
    setAsking(true)
    const made = await subscribeBrowser(publicKey)
    setAsking(false)
    if (typeof made === 'string') {
      setProblem(made)
      return
    }
    const answer = await subscribe.run({ ...made, device: deviceName(navigator.userAgent) })
    if (!answer.ok) await unsubscribeBrowser()
  }
  const turnOff = async () => {
    const registration = await navigator.serviceWorker.getRegistration('/push.js')
    const endpoint = (await registration?.pushManager.getSubscription())?.endpoint
    if (endpoint) await unsubscribe.run({ id: await deviceId(endpoint) })
    await unsubscribeBrowser()
  }
  const refusal = subscribe.refusal ?? unsubscribe.refusal
  return (
    <>
      <p className={styles.soft}>{stateText(state)}</p>
      {state === 'off' ? (
        <Button
          tone="main"
          disabled={publicKey === null}
          busyLabel={isAsking || subscribe.busy ? 'Asking the browser…' : null}
          onClick={() => void turnOn()}
        >
          Turn on in this browser
        </Button>
      ) : null}
      {state === 'on' ? (
        <Button busyLabel={unsubscribe.busy ? 'Turning off…' : null} onClick={() => void turnOff()}>
          Turn off in this browser
        </Button>
      ) : null}
      {problem || refusal ? <Problem onDismiss={() => setProblem(null)}>{problem ?? refusal?.message}</Problem> : null}
    </>
  )
}

function stateText(state: PushState | null): string {
  if (state === null) return 'Asking the browser…'
  if (state === 'unsupported')
    return "This browser can't show them here. It needs https; on an iPhone, add the site to the home screen first."
  if (state === 'denied')
    return 'This browser blocks notifications from this site. Allow them in the site settings, next to the address.'
  return state === 'on' ? 'On in this browser.' : 'Off in this browser.'
}

const browsers = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** What the list of devices calls this browser: `Firefox on Windows`. */
export function deviceName(agent: string): string {
  const named = (table: readonly (readonly [string, string])[]) => table.find(([part]) => agent.includes(part))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'A browser')
}

import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import { longestZone } from '../../../shared/engine/recurrenceLimits.ts'
import { setNotificationKind, setQuietHours } from '../../../shared/features/notifications/commands.ts'
import {
  kindOfType,
  type NotificationType,
  notificationTypes,
  publicTypes,
} from '../../../shared/features/notifications/kinds.ts'
import { type PostChannel, postSettings, setPosted, testPost } from '../../../shared/features/notifications/posts.ts'
import {
  type Channels,
  channelsOf,
  notificationSettings,
  type QuietHours,
} from '../../../shared/features/notifications/settings.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { localZone } from '../../ui/wallTime.ts'
import styles from './Notifications.module.css'
import { PushPart } from './PushPart.tsx'

/** How the user is notified: of what, where, and when not. */
export function NotificationSettings({ account }: { readonly account: string }) {
  const source = useDocument(notificationSettings, account)
  const { value } = source
  const { may } = useAtomValue(accessAtom)
  return (
    <StatefulContent {...statesOf(source, () => false, null)}>
      {value ? (
        <>
          <PushPart devices={value.devices} />
          <QuietHoursPart saved={value.quietHours} />
          <Part title="What you're notified about" description="If “This page” is off, the other two are off too.">
            <ul className={styles.kinds} aria-label="Kinds">
              {notificationTypes.map((type) => (
                <KindRow key={type} type={type} channels={channelsOf(value, type)} />
              ))}
            </ul>
          </Part>
          {may.includes('ownerPanel') ? <PostsPart /> : null}
        </>
      ) : null}
    </StatefulContent>
  )
}

const channelNames = { page: 'This page', browser: 'Browser', push: 'Push' } as const
const channels = Object.keys(channelNames) as readonly (keyof Channels)[]

function KindRow({ type, channels: chosen }: { readonly type: NotificationType; readonly channels: Channels }) {
  const { run, busy, refusal, dismiss } = useCommand(setNotificationKind)
  const { name, about, isCritical = false } = kindOfType(type)
  // On again it is on everywhere, as it was at first.
  const turn = (channel: keyof Channels) =>
    void run(channel === 'page' && !chosen.page ? { type, ...all } : { type, ...chosen, [channel]: !chosen[channel] })
  return (
    <li className={styles.kind}>
      <div>
        <p className={styles.title}>{name}</p>
        <p className={styles.soft}>{about}</p>
      </div>
      <ChipSet legend={name} place="unseen">
        {channels.map((channel) => (
          <Chip
            key={channel}
            aria-pressed={chosen[channel]}
            disabled={isCritical || busy || (channel !== 'page' && !chosen.page)}
            onClick={() => turn(channel)}
          >
            {channelNames[channel]}
          </Chip>
        ))}
      </ChipSet>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </li>
  )
}
const all: Channels = { page: true, browser: true, push: true }

const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (time: string): number | null => {
  const found = /^(\d\d):(\d\d)/.exec(time)
  return found ? Number(found[1]) * 60 + Number(found[2]) : null
}

/** What was typed of the quiet hours; null for what was not: there a change from another device is shown. */
const HoursDraft = z.object({ from: z.string().nullable(), to: z.string().nullable(), zone: z.string().nullable() })
const untouched: z.infer<typeof HoursDraft> = { from: null, to: null, zone: null }

/** When browser and push stay silent. */
function QuietHoursPart({ saved }: { readonly saved: QuietHours }) {
  const { run, busy, refusal, dismiss } = useCommand(setQuietHours)
  const { value: draft, change, clear } = useDraft('quiet hours', HoursDraft, untouched)
  const [isSaved, setSaved] = useState(false)
  const from = draft.from ?? timeOf(saved.from)
  const to = draft.to ?? timeOf(saved.to)
  const zone = draft.zone ?? (saved.isOn ? saved.zone : localZone())
  const type = (typed: Partial<typeof draft>) => {
    setSaved(false)
    change({ ...draft, ...typed })
  }
  const save = async (isOn: boolean) => {
    const [first, last] = [minutesOf(from), minutesOf(to)]
    if (first === null || last === null) return
    setSaved(false)
    if (!(await run({ isOn, from: first, to: last, zone: zone.trim() })).ok) return
    clear()
    setSaved(true)
  }
  return (
    <Part
      title="Quiet hours"
      description="Notifications still appear in the list. Push messages wait until quiet hours end, and the browser shows nothing. You're always notified of bans."
    >
      <Toggle name="Quiet hours" on={saved.isOn} isBusy={busy} onTurn={(isOn) => void save(isOn)} />
      <div className={styles.hours}>
        <Field label="From" type="time" value={from} needed="Enter a time." onValue={(next) => type({ from: next })} />
        <Field label="To" type="time" value={to} needed="Enter a time." onValue={(next) => type({ to: next })} />
        <Field
          label="Time zone"
          value={zone}
          needed="Enter a time zone."
          longest={longestZone}
          onValue={(next) => type({ zone: next })}
        />
        {/* It stays after saving, and with it the focus. */}
        {saved.isOn ? (
          <Button tone="main" busyLabel={busy ? 'Saving…' : null} onClick={() => void save(true)}>
            Save
          </Button>
        ) : null}
      </div>
      <p className={isSaved ? styles.soft : 'unseen'} role="status">
        {isSaved ? 'Saved.' : ''}
      </p>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </Part>
  )
}

const postNames: Readonly<Record<PostChannel, string>> = { discord: 'Discord', webhook: 'Webhook' }

/** For owners: which kinds are posted to the community's channel, and how the last post went. */
function PostsPart() {
  const { value } = useDocument(postSettings)
  const set = useCommand(setPosted)
  const test = useCommand(testPost)
  if (value === null) return null
  const last = Object.entries(value.last) as [PostChannel, { at: number; problem: string | null }][]
  const refusal = set.refusal ?? test.refusal
  return (
    <Part
      title="The community's channel"
      description="Posted to Discord if DISCORD_WEBHOOK_URL is set, and to your webhook if WEBHOOK_URL is set."
      action={
        <Button busyLabel={test.busy ? 'Posting…' : null} onClick={() => void test.run({})}>
          Post a test
        </Button>
      }
    >
      <ChipSet legend="Posted kinds">
        {publicTypes.map((type) => {
          const isOn = !value.off[type]
          return (
            <Chip
              key={type}
              aria-pressed={isOn}
              disabled={set.busy}
              onClick={() => void set.run({ type, isOn: !isOn })}
            >
              {kindOfType(type).name}
            </Chip>
          )
        })}
      </ChipSet>
      {last.map(([channel, { at, problem }]) => (
        <p key={channel} className={styles.soft} role="status">
          {postNames[channel]}, <Ago at={at} isInSentence />: {problem ?? 'posted.'}
        </p>
      ))}
      {refusal ? <Problem>{refusal.message}</Problem> : null}
    </Part>
  )
}

import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { HubVariable } from '../../../shared/features/server/queries.ts'
import {
  changeHubText,
  type HubTextName,
  HubTexts,
  hubTextNames,
  longestCommunityName,
  longestGameMode,
  longestJoinText,
} from '../../../shared/features/settings/commands.ts'
import { type HubSettings, hubSettings } from '../../../shared/features/settings/hubSettings.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Part } from '../../ui/Part.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './Configuration.module.css'
import { useUndoChange } from './useUndoChange.ts'

const longest: Readonly<Record<HubTextName, number>> = {
  communityName: longestCommunityName,
  gameMode: longestGameMode,
  discordInvite: 120,
  joinText: longestJoinText,
}

interface TextSettingWords {
  readonly label: string
  readonly hint: string
  /** The variable of the environment that says the same; null if none does. */
  readonly variable: string | null
}

const textSettingWords: Readonly<Record<HubTextName, TextSettingWords>> = {
  communityName: {
    label: 'Community name',
    hint: 'In page titles, at the top of every page, in posts to your channel and in the calendar.',
    variable: 'COMMUNITY_NAME',
  },
  gameMode: {
    label: 'Game mode',
    hint: 'What you call the rules of your server. Shown where players join and in the server status.',
    variable: 'GAME_MODE',
  },
  discordInvite: {
    label: 'Discord invite',
    hint: 'Shown where players join and in the server status.',
    variable: 'DISCORD_INVITE',
  },
  joinText: {
    label: 'Text for new players',
    hint: 'Shown on the home page beside the steps. Say what new players need to know, such as your most important rule.',
    variable: null,
  },
}

interface TextSettingsProps {
  readonly variables: readonly HubVariable[]
}

/** The community's name and what those who join read. */
export function TextSettings({ variables }: TextSettingsProps) {
  const { value } = useDocument(hubSettings)
  return (
    <Part
      title="Community"
      description="What you save here takes precedence over the environment, and appears on all open pages at once."
    >
      {value ? (
        <div className={styles.texts}>
          {hubTextNames.map((text) => {
            const { variable } = textSettingWords[text]
            return (
              <TextSetting
                key={text}
                text={text}
                present={value[text]}
                environment={variables.find(({ name }) => name === variable) ?? null}
              />
            )
          })}
        </div>
      ) : (
        <p role="status">Loading…</p>
      )}
    </Part>
  )
}

interface TextSettingProps {
  readonly text: HubTextName
  /** Null: not set here. */
  readonly present: HubSettings[HubTextName]
  readonly environment: HubVariable | null
}

function TextSetting({ text, present, environment }: TextSettingProps) {
  const { label, hint } = textSettingWords[text]
  const { run, busy, refusal, dismiss } = useCommand(changeHubText)
  const showToast = useSetAtom(showToastAtom)
  const undo = useUndoChange()
  const [typed, type] = useState<string | null>(null)
  // What was shown when the owner began to type, or when they learnt that another owner has changed it since.
  const [seen, see] = useState<{ readonly value: string | null } | null>(null)
  const value = typed ?? present ?? ''
  const put = async (to: string | null) => {
    const answer = await run({ text, to, seen: seen ? seen.value : present })
    see(null)
    if (!answer.ok) return
    // What was typed while this was in flight stays.
    type((now) => (now === typed ? null : now))
    const { change } = answer.output
    if (change === null) showToast('There are no changes to save.')
    else showToast(to === null ? `${label}: reset.` : `${label}: saved.`, () => undo(change))
  }
  const field = {
    label,
    hint,
    value,
    longest: longest[text],
    check: (written: string) => problemIn(text, written),
    onValue: (next: string) => {
      see(seen ?? { value: present })
      type(next)
    },
  }
  return (
    <Form
      label={label}
      action="Save"
      tone="plain"
      busyLabel={busy ? 'Saving…' : null}
      problem={
        refusal ? (refusal.problems?.map((problem) => problem.replace(/^to: /, '')).join(' ') ?? refusal.message) : null
      }
      onDismiss={dismiss}
      onSubmit={() => void put(value.trim() === '' ? null : value)}
    >
      {text === 'joinText' ? (
        <TextArea {...field} rows={4} />
      ) : (
        <Field {...field} placeholder={environment?.value ?? ''} />
      )}
      <div className={styles.from}>
        <p className={styles.source}>{sourceText(present, environment)}</p>
        {present === null ? null : (
          <Button tone="quiet" disabled={busy} onClick={() => void put(null)} aria-label={`Reset: ${label}`}>
            Reset
          </Button>
        )}
      </div>
    </Form>
  )
}

/** An empty text resets the setting, so it is not a problem. */
function problemIn(text: HubTextName, written: string): string | null {
  if (written.trim() === '') return null
  const parsed = HubTexts[text].safeParse(written)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null)
}

/** Where the value in effect comes from. */
export function sourceText(
  present: string | null,
  environment: Pick<HubVariable, 'name' | 'isSet' | 'value'> | null,
): string {
  const below =
    environment === null
      ? null
      : environment.isSet
        ? `${environment.name} in the environment says “${environment.value}”`
        : environment.value === null
          ? `${environment.name} isn't set in the environment`
          : `${environment.name} isn't set, so its default is “${environment.value}”`
  if (present !== null) return below === null ? 'Set here.' : `Set here, which takes precedence. ${below}.`
  return below === null ? 'Not set: nothing is shown.' : `Not set here. ${below}.`
}

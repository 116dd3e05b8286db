import { useSetAtom } from 'jotai'
import { useDeferredValue } from 'react'
import { z } from 'zod'
import { changeInformation } from '../../../shared/features/information/commands.ts'
import { defaultTexts } from '../../../shared/features/information/defaultTexts.ts'
import {
  type InformationTab,
  type information,
  informationHistory,
  longestInformation,
  tabNames,
} from '../../../shared/features/information/information.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { EntryList, EntryRow } from '../../ui/EntryRow.tsx'
import { Form } from '../../ui/Form.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { Ago } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import styles from './Information.module.css'
import { lostPieces, Markdown } from './Markdown.tsx'

/** The text as it is being written, and the version that it changes. */
const Draft = z.object({ text: z.string(), version: z.number() })

interface InformationEditorProps {
  readonly tab: InformationTab
  /** As it is now: another owner may change it meanwhile. */
  readonly present: z.output<(typeof information)['schema']>
  readonly onClose: () => void
}

/** The text of a tab for its owner: with a preview, former texts, and a warning when another owner saves first. */
export function InformationEditor({ tab, present, onClose }: InformationEditorProps) {
  const presentText = present.text ?? defaultTexts[tab]
  const blank = { text: presentText, version: present.version }
  const { value, change, clear } = useDraft(`text of ${tab}`, Draft, blank)
  const { run, busy, refusal, dismiss } = useCommand(changeInformation)
  const showToast = useSetAtom(showToastAtom)
  const { text } = value
  const shown = useDeferredValue(text)
  const isOvertaken = present.version !== value.version

  /** @param next null for the text that comes with the hub */
  const put = async (next: string | null, version: number, done: string) => {
    const before = present.text
    const answer = await run({ tab, text: next, version })
    if (!answer.ok) return false
    // The editor is gone by then: another toast shows the outcome, a refusal too.
    const undo = async () => {
      const undone = await run({ tab, text: before, version: answer.output.version })
      showToast(undone.ok ? 'Undone. The earlier text is back.' : undone.message)
    }
    showToast(done, () => void undo())
    return true
  }
  const close = () => {
    clear()
    onClose()
  }
  const setText = (next: string) => change((before) => ({ ...before, text: next }))
  const save = async () => {
    const next = text.trim() === defaultTexts[tab] ? null : text
    if (await put(next, value.version, `Saved ${tabNames[tab]}.`)) close()
  }
  const decide = (next: z.output<typeof Draft>) => {
    change(next)
    dismiss()
  }
  return (
    <>
      {isOvertaken && !busy ? (
        <Overtaken text={presentText} onTake={() => decide(blank)} onKeep={() => decide({ ...blank, text })} />
      ) : null}
      <div className={styles.edit}>
        <Form
          label={`Text of ${tabNames[tab]}`}
          action="Save"
          busyLabel={busy ? 'Saving…' : null}
          blocked={isOvertaken && !busy ? 'Decide above which text stays, then save.' : null}
          problem={isOvertaken ? null : (refusal?.problems?.join(' ') ?? refusal?.message ?? null)}
          onDismiss={dismiss}
          onSubmit={() => void save()}
          onCancel={close}
        >
          <TextArea
            label="Text"
            hint="Markdown: # heading, **bold**, - list, [words](https://address)."
            rows={18}
            value={text}
            onValue={setText}
            longest={longestInformation}
          />
          <Lost text={shown} />
        </Form>
        <Preview text={shown} />
      </div>
      <FormerTexts
        tab={tab}
        busy={busy}
        isOwn={present.text !== null}
        onRestore={async (former) => {
          if (await put(former, present.version, `Restored ${tabNames[tab]}.`)) close()
        }}
        onLook={setText}
      />
    </>
  )
}

const Preview = ({ text }: { readonly text: string }) => (
  <Part title="Preview">
    <div className={styles.preview} data-testid="preview">
      <Markdown text={text} />
    </div>
  </Part>
)

interface OvertakenProps {
  /** As everyone sees it now. */
  readonly text: string
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** Another owner was first: asks which of the two texts stays. */
const Overtaken = ({ text, onTake, onKeep }: OvertakenProps) => (
  <Part
    title="Someone else saved this text"
    description="Below is what everyone sees now. Decide which of the two stays."
    action={
      <div className={styles.actions}>
        <Button onClick={onTake}>Use theirs</Button>
        <Button onClick={onKeep}>Keep mine</Button>
      </div>
    }
  >
    <div className={styles.preview}>
      <Markdown text={text} />
    </div>
  </Part>
)

/** Names what readers will not see as it was meant. */
function Lost({ text }: { readonly text: string }) {
  const { html, images, links } = lostPieces(text)
  const sentences = [
    links.length > 0 &&
      `Links can lead only to https addresses, email addresses and pages of this site. Left without a link: ${links.slice(0, 3).join(', ')}.`,
    images > 0 && 'Images are shown only as their description.',
    html > 0 && 'HTML is shown as it is written.',
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 ? <Problem>{sentences.join(' ')}</Problem> : null
}

interface FormerTextsProps {
  readonly tab: InformationTab
  readonly busy: boolean
  /** Whether an owner wrote the present text. */
  readonly isOwn: boolean
  /** @param text null for the text that comes with the hub */
  readonly onRestore: (text: string | null) => void
  readonly onLook: (text: string) => void
}

function FormerTexts({ tab, busy, isOwn, onRestore, onLook }: FormerTextsProps) {
  const { value } = useDocument(informationHistory, tab)
  const former = Object.entries(value?.former ?? {}).sort(([one], [other]) => Number(other) - Number(one))
  if (former.length === 0 && !isOwn) return null
  return (
    <Part title="Earlier versions" description="Who changed them is in the audit.">
      <EntryList label="Earlier versions">
        {former.map(([version, { text, until }]) => (
          <EntryRow
            key={version}
            title={text === null ? 'The text that comes with the hub' : firstLine(text)}
            detail={text === null ? null : `${text.length} characters`}
            times={[{ name: 'Replaced', at: <Ago at={until} /> }]}
            action={
              <div className={styles.actions}>
                <Button onClick={() => onLook(text ?? defaultTexts[tab])}>Load into the editor</Button>
                <Button disabled={busy} onClick={() => onRestore(text)}>
                  Restore
                </Button>
              </div>
            }
          />
        ))}
      </EntryList>
      {isOwn ? (
        <Button disabled={busy} onClick={() => onRestore(null)}>
          Use the text that comes with the hub
        </Button>
      ) : null}
    </Part>
  )
}

const firstLine = (text: string) => text.split('\n', 1)[0]?.replace(/^#+ */, '').slice(0, 80) || 'A blank text'

import { useAtomValue } from 'jotai'
import { useLayoutEffect, useRef, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { broadcast } from '../../../shared/features/deliveries/commands.ts'
import { longestBroadcast } from '../../../shared/features/deliveries/refusals.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { lengthIn } from '../../ui/textRules.ts'
import { useTextDraft } from '../../ui/useDraft.ts'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { useReaderCount } from './affected.ts'
import styles from './BroadcastComposer.module.css'
import { CommandButton } from './CommandButton.tsx'
import type { ResponseCallbacks } from './CommandResponse.tsx'
import desk from './PlayerDesk.module.css'

interface BroadcastComposerProps extends ResponseCallbacks {
  /** The label of the button. */
  readonly name: string
  /** What the message is at first, where it was typed elsewhere; null or left out for the draft. */
  readonly start?: string | null
}

/** A text to everyone in the game: with a preview, and a question that says how many read it. */
export function BroadcastComposer({ name, start = null, response, onAsk, onAnswer }: BroadcastComposerProps) {
  const { value: text, change, clear } = useTextDraft('broadcast')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useLayoutEffect(() => {
    if (start !== null) change(start)
  }, [])
  const [isTried, setTried] = useState(false)
  const composer = useRef<HTMLDivElement>(null)
  const { may } = useAtomValue(accessAtom)
  const online = useReaderCount()
  if (!may.includes('broadcast')) return null
  const shown = text.trim()
  const problem = problemOf(shown)
  const isTooLong = lengthIn(shown) > longestBroadcast
  const onMissing = () => {
    setTried(true)
    composer.current?.querySelector('input')?.focus()
  }
  const onIssued = () => {
    clear()
    setTried(false)
  }
  return (
    <Part title="Broadcast">
      <div ref={composer} className={styles.composer}>
        <div className={desk.line}>
          <Field
            label="Broadcast message"
            autoComplete="off"
            value={text}
            onValue={change}
            problem={isTried || isTooLong ? problem : null}
            hint={`${lengthIn(shown)}/${longestBroadcast}`}
          />
          <div className={desk.act}>
            <CommandButton
              onAsk={onAsk}
              onAnswer={onAnswer}
              command={broadcast}
              input={{ server: mainServer, text }}
              name={name}
              missing={problem}
              onMissing={onMissing}
              confirmation={{
                title: online === null ? 'Send to everyone on the server?' : `Send to ${playersLabel(online)}?`,
                action: 'Send broadcast',
                body: (
                  <>
                    <Preview text={shown} />
                    <LinkWarning isApart />
                  </>
                ),
              }}
              onIssued={onIssued}
            />
          </div>
        </div>
        {shown === '' ? null : <Preview text={shown} />}
        {response}
      </div>
    </Part>
  )
}

const playersLabel = (count: number) => (count === 1 ? '1 player' : `${count} players`)

function problemOf(text: string): string | null {
  if (text === '') return '❌ Please enter a message'
  const over = lengthIn(text) - longestBroadcast
  return over > 0 ? `A broadcast can have at most ${longestBroadcast} characters. Remove ${over}.` : null
}

/** As players read it. */
const Preview = ({ text }: { readonly text: string }) => (
  <figure className={styles.preview} aria-label="Players see">
    <figcaption>Players see</figcaption>
    <p>{text}</p>
  </figure>
)

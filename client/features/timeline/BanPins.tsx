import { useSetAtom } from 'jotai'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { attachPin } from '../../../shared/features/timeline/pins.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Select } from '../../ui/Select.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './Pins.module.css'
import { usePins } from './pinHooks.ts'
import { pinHref } from './timelineHref.ts'

const none = 'none'

/** A pin that is attached to a ban once that is issued. */
export interface ChosenPin {
  readonly id: string
  attachTo(player: string): void
}

interface PinChoiceProps {
  /** The id of the chosen pin; null for none. */
  readonly pin: string | null
  readonly onPin: (pin: ChosenPin | null) => void
}

/** In the dialog of a ban: the pin that is attached to it. Nothing where there are no pins. */
export function PinChoice({ pin, onPin }: PinChoiceProps) {
  const { pins } = usePins()
  const { run } = useCommand(attachPin)
  const showToast = useSetAtom(showToastAtom)
  // The dialog of the ban is closed by then.
  const attach = async (id: string, player: string) => {
    const answer = await run({ server: mainServer, id, player, attached: true })
    showToast(answer.ok ? 'Pin attached to the ban.' : `The pin was not attached: ${answer.message}`)
  }
  const choose = (id: string) => onPin({ id, attachTo: (player) => void attach(id, player) })
  if (pins.length === 0) return null
  return (
    <Select
      label="Pin from the timeline"
      hint="What the ban is based on. It stays with the ban."
      options={[{ key: none, name: 'None' }, ...pins.map(({ id, name }) => ({ key: id, name }))]}
      value={pin ?? none}
      onValue={(key) => (key === none ? onPin(null) : choose(key))}
    />
  )
}

interface BanPinsProps {
  /** The banned player. */
  readonly player: string
  /** Whether pins can be attached and detached here. */
  readonly canChange?: boolean
}

/** The pins that are attached to a ban. */
export function BanPins({ player, canChange = false }: BanPinsProps) {
  const { pins } = usePins()
  const { run, busy, refusal } = useCommand(attachPin)
  const showToast = useSetAtom(showToastAtom)
  const isAttached = ({ bans }: { readonly bans: readonly { readonly id: string }[] }) =>
    bans.some(({ id }) => id === player)
  const attached = pins.filter(isAttached)
  const others = pins.filter((pin) => !isAttached(pin))
  const change = async (id: string, isNew: boolean) => {
    const answer = await run({ server: mainServer, id, player, attached: isNew })
    if (answer.ok) showToast(isNew ? 'Pin attached to the ban.' : 'Pin detached from the ban.')
  }
  if (attached.length === 0 && !(canChange && others.length > 0)) return null
  return (
    <div className={styles.ofBan}>
      {attached.map((pin) => (
        <p key={pin.id}>
          Pin: <Link href={pinHref(pin)}>{pin.name}</Link>{' '}
          {canChange ? (
            <Button tone="quiet" disabled={busy} onClick={() => void change(pin.id, false)}>
              {`Detach ${pin.name}`}
            </Button>
          ) : null}
        </p>
      ))}
      {canChange && others.length > 0 ? (
        <Select
          label="Attach a pin"
          placeholder="Choose a pin"
          options={others.map(({ id, name }) => ({ key: id, name }))}
          value={null}
          disabled={busy}
          onValue={(id) => void change(id, true)}
        />
      ) : null}
      {refusal ? <Problem>{refusal.message}</Problem> : null}
    </div>
  )
}

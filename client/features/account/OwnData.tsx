import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { listings } from '../../../shared/features/market/listing.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { skinPresets } from '../../../shared/features/skins/presets.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { signOut } from '../../connection/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { isBlank } from '../../ui/textRules.ts'
import { usePack } from '../packs/usePack.ts'
import { useWhyViewing } from '../roles/Gated.tsx'
import styles from './OwnData.module.css'

/** Export and erasure of the data that the hub keeps about the user. */
export function OwnData({ name }: { readonly name: string }) {
  const whyViewing = useWhyViewing()
  const why = useId()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <section className={styles.own} aria-labelledby="own-data">
      <h2 id="own-data" className={styles.title}>
        Your data
      </h2>
      <p className={styles.soft}>Download everything the hub stores about you, or erase it.</p>
      <div className={styles.actions}>
        <ActionLink external download href="/auth/export">
          Export my data
        </ActionLink>
        <Button
          tone="danger"
          disabled={whyViewing !== null}
          aria-describedby={whyViewing ? why : undefined}
          onClick={() => setConfirming(true)}
        >
          Erase my account
        </Button>
      </div>
      {whyViewing ? (
        <p id={why} className={styles.soft}>
          {whyViewing}
        </p>
      ) : null}
      {isConfirming ? <ConfirmErasure name={name} onNo={() => setConfirming(false)} /> : null}
    </section>
  )
}

interface ConfirmErasureProps {
  readonly name: string
  readonly onNo: () => void
}

/** Asks for the name before the account is erased, and lists the data that is erased and the data that stays. */
function ConfirmErasure({ name, onNo }: ConfirmErasureProps) {
  const connection = useConnection()
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const belongings = useBelongings(me)
  const packText = usePackText(me)
  const { run, busy, refusal } = useCommand(eraseMe)
  const showToast = useSetAtom(showToastAtom)
  const [typed, setTyped] = useState('')
  const mistake = `Type ${name}, exactly as shown.`
  const onYes = async () => {
    const outcome = await run({ confirm: name })
    if (!outcome.ok) return
    // For the guest who is left: the hub ends the sessions of the account before it answers.
    showToast('Your account has been erased.')
    // The cookie of this session is left.
    await signOut(connection)
  }
  return (
    <Confirm
      title={`Erase the account of ${name}?`}
      action="Erase permanently"
      busyLabel={busy ? 'Erasing…' : null}
      refusal={refusal?.message ?? null}
      onConfirm={() => void onYes()}
      onCancel={onNo}
    >
      <p>
        <strong>Erased:</strong> your name and picture, Steam and Discord IDs, addresses, sessions, tokens, balances,
        settings, achievements and play record. You can't undo this.
      </p>
      {belongings === null ? null : (
        <p>
          <strong>Lost:</strong> {belongings}.
        </p>
      )}
      {packText === null ? null : <p>{packText}</p>}
      <p>
        <strong>Kept:</strong> entries in the hub's log, under a number that can't be traced to you.
      </p>
      <Field
        label={`Type ${name} to confirm`}
        value={typed}
        autoComplete="off"
        needed={isBlank(name) ? undefined : mistake}
        check={(text) => (text === name.trim() ? null : mistake)}
        onValue={setTyped}
      />
    </Confirm>
  )
}

const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** How many of something a document holds; null until it has arrived. */
const sizeOf = (held: object | undefined) => (held ? Object.keys(held).length : null)

/** `the 4 dinosaurs in your inventory`; without the count while that is not known, and null where there are none. */
const countedText = (count: number | null, one: string, several: string) =>
  count === 0 ? null : count === null ? several : `${count} ${count === 1 ? one : several}`

/** What the user owns, with the counts that are known; null where they own nothing. */
function useBelongings(me: string): string | null {
  const dinosaurs = countedText(sizeOf(useDocument(inventory, me).value?.dinosaurs), 'dinosaur', 'dinosaurs')
  const texts = [
    dinosaurs && `the ${dinosaurs} in your inventory`,
    countedText(sizeOf(useDocument(ownedSkins, me).value?.skins), 'skin', 'skins'),
    countedText(sizeOf(useDocument(skinPresets, me).value?.presets), 'skin preset', 'skin presets'),
    countedText(sizeOf(useDocument(listings, me).value?.open), 'listing on the market', 'listings on the market'),
    countedText(sizeOf(useDocument(friends, me).value?.friends), 'friend', 'friends'),
  ].filter((text) => text !== null)
  return texts.length === 0 ? null : all.format(texts)
}

/** What becomes of the user's pack; null without one. */
function usePackText(me: string): string | null {
  const state = usePack(me)
  if (state.name !== 'here') return null
  const { name, leader, members } = state.pack
  if (Object.keys(members).length === 1) return `Your pack ${name} ends, as you're its only member.`
  return leader === me
    ? `You leave your pack ${name}, and the member who has been in it longest leads it.`
    : `You leave your pack ${name}.`
}

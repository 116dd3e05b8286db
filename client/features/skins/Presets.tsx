import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { deletePreset, savePreset } from '../../../shared/features/skins/commands.ts'
import type { SkinDesign } from '../../../shared/features/skins/design.ts'
import { designText, skinNamed } from '../../../shared/features/skins/design.ts'
import type { OwnedSkin } from '../../../shared/features/skins/ownedSkins.ts'
import {
  designOfPreset,
  longestPresetName,
  presetNameNeeded,
  type SkinPreset,
  skinPresets,
} from '../../../shared/features/skins/presets.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Part } from '../../ui/Part.tsx'
import { useNow } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { GiftDialog } from '../gifts/GiftDialog.tsx'
import { whyNotGiven } from '../gifts/GiftFields.tsx'
import { useSwitchedOff } from '../server/switchedOff.ts'
import { Dressed, designName } from './SkinStage.tsx'
import styles from './Skins.module.css'

/** A link that opens the designer with this design, for anyone. */
export function ShareButton({ design }: { readonly design: SkinDesign }) {
  const showToast = useSetAtom(showToastAtom)
  const share = async () => {
    const link = new URL('/skins', location.href)
    link.searchParams.set('design', designText(design))
    // Without https a browser has no clipboard.
    await (navigator.clipboard?.writeText(link.href) ?? Promise.reject()).then(
      () => showToast('Link copied. It opens with this design.'),
      () => showToast(link.href),
    )
  }
  return (
    <Button tone="quiet" onClick={() => void share()}>
      Copy link to this design
    </Button>
  )
}

interface PresetsProps {
  readonly account: string
  readonly design: SkinDesign
  readonly onOpen: (design: SkinDesign) => void
}

/** The designs that the user has saved, and the form that saves another one. */
export function Presets({ account, design, onOpen }: PresetsProps) {
  const { value } = useDocument(skinPresets, account)
  const [deleted, ask] = useState<SkinPreset | null>(null)
  const presets = Object.values(value?.presets ?? {}).sort((one, other) => other.created - one.created)
  return (
    <Part title="Presets" description="Designs that you want to find again. Only you see them.">
      <div className={styles.save}>
        <SavePreset design={design} />
      </div>
      {value && presets.length === 0 ? <p className={styles.soft}>No presets yet.</p> : null}
      <ul className={styles.kept} aria-label="Presets">
        {presets.map((preset) => (
          <li key={preset.id} className={styles.row}>
            <Dressed design={designOfPreset(preset)} size={96} />
            <div>
              <h3>{preset.name}</h3>
              <p className={styles.soft}>{designName(designOfPreset(preset))}</p>
            </div>
            <div className={styles.rowActions}>
              <Button onClick={() => onOpen(designOfPreset(preset))}>
                Open<span className="unseen"> {preset.name}</span>
              </Button>
              <Button tone="quiet" onClick={() => ask(preset)}>
                Delete<span className="unseen"> {preset.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {deleted ? (
        <ConfirmCommand
          command={deletePreset}
          input={{ id: deleted.id }}
          title={`Delete ${deleted.name}?`}
          action="Delete preset"
          busyLabel="Deleting…"
          done={`${deleted.name} was deleted.`}
          onClose={() => ask(null)}
        >
          <p>The preset leaves your list. Dinosaurs that wear this skin keep it.</p>
        </ConfirmCommand>
      ) : null}
    </Part>
  )
}

function SavePreset({ design }: { readonly design: SkinDesign }) {
  const { value: name, change: setName, clear } = useTextDraft('name of a skin preset')
  const { run, busy, refusal, dismiss } = useCommand(savePreset)
  const showToast = useSetAtom(showToastAtom)
  const save = async () => {
    if (!(await run({ name, design })).ok) return
    showToast(`Saved as ${name.trim()}.`)
    clear()
  }
  return (
    <Form
      label="Save preset"
      action="Save preset"
      tone="plain"
      busyLabel={busy ? 'Saving…' : null}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void save()}
    >
      <Field
        label="Name of the preset"
        value={name}
        onValue={setName}
        needed={presetNameNeeded}
        longest={longestPresetName}
      />
    </Form>
  )
}

interface KeptSkinsProps {
  readonly kept: readonly OwnedSkin[]
  readonly onOpen: (design: SkinDesign) => void
}

/** The skins that the user has bought to keep. */
export function KeptSkins({ kept, onOpen }: KeptSkinsProps) {
  const [given, give] = useState<OwnedSkin | null>(null)
  const [isMarketOff, areGiftsOff] = [useSwitchedOff('market'), useSwitchedOff('gifts')]
  const now = useNow(lockEveryMs)
  if (kept.length === 0) return null
  return (
    <Part
      title="Skins you own"
      description="Each fits one dinosaur of its species, and is used up when you apply it."
      action={isMarketOff ? null : <ActionLink href="/market?tab=skins">Sell on the market</ActionLink>}
    >
      <ul className={styles.kept} aria-label="Skins you own">
        {kept.map((one) => (
          <li key={one.id} className={styles.row}>
            <Dressed design={one} size={96} />
            <div>
              <h3>{skinNamed(one.skin)?.name ?? one.skin}</h3>
              <p className={styles.soft}>
                Fits {speciesName(one.species)}
                {one.isUnsure ? ". We're checking whether it arrived" : holders[one.state]}
                {one.state === 'stored' && whyNotGiven(one, now) !== null ? `. ${whyNotGiven(one, now)}` : ''}
              </p>
            </div>
            {one.state === 'stored' ? (
              <div className={styles.rowActions}>
                <Button onClick={() => onOpen({ species: one.species, skin: one.skin, colours: one.colours })}>
                  Use<span className="unseen"> {designName(one)}</span>
                </Button>
                {whyNotGiven(one, now) === null && !areGiftsOff ? (
                  <Button tone="quiet" onClick={() => give(one)}>
                    Gift<span className="unseen"> {designName(one)}</span>
                  </Button>
                ) : null}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {given ? <GiftDialog start={{ kind: 'skin', skin: given.id }} onClose={() => give(null)} /> : null}
    </Part>
  )
}
/** Resale locks end that precisely. */
const lockEveryMs = 60_000
const holders = { stored: '', applying: ' · on its way into the game', listed: ' · for sale' } as const

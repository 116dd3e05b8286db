import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { z } from 'zod'
import { withArticle } from '../../../shared/engine/article.ts'
import { renameDinosaur, setDinosaurFree } from '../../../shared/features/inventory/commands.ts'
import { longestDinosaurName } from '../../../shared/features/inventory/inventory.ts'
import type { KnownDinosaur } from '../../../shared/features/inventory/knownDinosaur.ts'
import type { SwitchName } from '../../../shared/features/settings/switches.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { useNow } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { GiftDialog } from '../gifts/GiftDialog.tsx'
import { whyNotGiven } from '../gifts/GiftFields.tsx'
import { SellDialog } from '../market/SellDialog.tsx'
import { whyNotSold } from '../market/useSellable.ts'
import { useOff } from '../server/switchedOff.ts'

export interface ManageProps {
  readonly known: KnownDinosaur
  /** Chooses it to be compared, or takes the choice back. */
  readonly onCompare: (id: string) => void
  /** Searches for others like it. */
  readonly onLike: (known: KnownDinosaur) => void
  readonly onAsk: (asking: Asking) => void
}

/** A question about one dinosaur that is open. */
export interface Asking {
  readonly what: 'rename' | 'sell' | 'gift' | 'setFree'
  readonly known: KnownDinosaur
}

const whyLocked = {
  parking: 'It is on its way here.',
  redeeming: 'It is on its way into the game.',
  listed: 'It is for sale.',
} as const

/** The switch that an entry of the menu belongs to. */
const switchOfItem: Readonly<Record<string, SwitchName>> = { sell: 'market', gift: 'gifts', skin: 'skins' }

/** Resale locks end that precisely. */
const lockEveryMs = 60_000

/** Everything that its owner can do with a dinosaur beside redeeming it. Market, gifts and skins are among it. */
export function ManageMenu({ known, onCompare, onLike, onAsk }: ManageProps) {
  const { entry, name } = known
  const now = useNow(lockEveryMs)
  const [, go] = useLocation()
  const off = useOff()
  const all: MenuItem[] = [
    {
      key: 'sell',
      name: 'Sell…',
      disabled: whyNotSold(entry, now) ?? undefined,
      onChoose: () => onAsk({ what: 'sell', known }),
    },
    {
      key: 'gift',
      name: 'Gift…',
      disabled: whyNotGiven(entry, now) ?? undefined,
      onChoose: () => onAsk({ what: 'gift', known }),
    },
    {
      key: 'rename',
      name: 'Rename…',
      disabled: entry.state === 'stored' ? undefined : whyLocked[entry.state],
      onChoose: () => onAsk({ what: 'rename', known }),
    },
    {
      key: 'skin',
      name: 'Skin…',
      disabled: entry.state === 'stored' ? undefined : whyLocked[entry.state],
      onChoose: () => go(`/skins?dinosaur=${encodeURIComponent(entry.id)}`),
    },
    { key: 'compare', name: 'Compare', onChoose: () => onCompare(entry.id) },
    { key: 'like', name: 'Find more like this', onChoose: () => onLike(known) },
    {
      key: 'setFree',
      name: 'Release…',
      danger: true,
      startsGroup: true,
      disabled: entry.state === 'stored' ? undefined : whyLocked[entry.state],
      onChoose: () => onAsk({ what: 'setFree', known }),
    },
  ]
  const items = all.filter(({ key }) => !Object.hasOwn(off, switchOfItem[key] ?? ''))
  return <Menu label={`Manage ${name}`} face="Manage" items={items} />
}

/** The open question about a dinosaur. It is on the page: its card may leave the window. */
export function ManageQuestion({ asking, onClose }: { readonly asking: Asking; readonly onClose: () => void }) {
  const { what, known } = asking
  const { principal } = useAtomValue(accessAtom)
  if (what === 'sell')
    return principal ? (
      <SellDialog account={principal.id} entry={{ kind: 'dinosaur', id: known.entry.id }} onClose={onClose} />
    ) : null
  if (what === 'gift') return <GiftDialog start={{ kind: 'dinosaur', dinosaur: known.entry.id }} onClose={onClose} />
  if (what === 'rename') return <RenameDialog known={known} onClose={onClose} />
  const { entry, name, speciesName } = known
  return (
    <ConfirmCommand
      command={setDinosaurFree}
      input={{ dinosaur: entry.id }}
      title={`Release ${name}?`}
      action={`Release ${name}`}
      busyLabel="Releasing…"
      done={`${name} was released.`}
      onClose={onClose}
    >
      <p>
        {entry.name ? `${name}, ${withArticle(speciesName)},` : `This ${speciesName}`} leaves your inventory
        permanently. You get nothing for it, and it can't be brought back.
      </p>
    </ConfirmCommand>
  )
}

function RenameDialog({
  known: { entry, speciesName },
  onClose,
}: {
  readonly known: KnownDinosaur
  readonly onClose: () => void
}) {
  const { run, busy, refusal, dismiss } = useCommand(renameDinosaur)
  const showToast = useSetAtom(showToastAtom)
  const { value: name, change: setName, clear } = useDraft(`name of ${entry.id}`, z.string(), entry.name)
  const save = async () => {
    if (!(await run({ dinosaur: entry.id, name: name.trim() || null })).ok) return
    clear()
    showToast(name.trim() ? `Renamed to ${name.trim()}.` : 'It has the name of its species again.')
    onClose()
  }
  return (
    <Dialog title={`Rename your ${speciesName}`} onClose={onClose}>
      <DialogBody>
        <Form
          label="Rename"
          action="Save name"
          busyLabel={busy ? 'Saving…' : null}
          problem={refusal?.message ?? null}
          onDismiss={dismiss}
          onSubmit={() => void save()}
          onCancel={() => {
            clear()
            onClose()
          }}
        >
          <Field
            label="Name"
            value={name}
            onValue={setName}
            longest={longestDinosaurName}
            hint={`Leave it blank to call it ${speciesName}.`}
            data-first-focus
          />
        </Form>
      </DialogBody>
    </Dialog>
  )
}

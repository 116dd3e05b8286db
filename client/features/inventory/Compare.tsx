import { useState } from 'react'
import type { KnownDinosaur } from '../../../shared/features/inventory/knownDinosaur.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { RarityBadge } from '../../ui/RarityBadge.tsx'
import styles from './Compare.module.css'
import { Art } from './DinosaurCard.tsx'
import { factsOf, nameOf } from './DinosaurDetail.tsx'

interface CompareBarProps {
  readonly all: readonly KnownDinosaur[]
  /** Ids, two at most. */
  readonly chosen: readonly string[]
  readonly onChosen: (ids: readonly string[]) => void
}

/** What is chosen to be compared, at the lower edge of the page while anything is. */
export function CompareBar({ all, chosen, onChosen }: CompareBarProps) {
  const [isOpen, setOpen] = useState(false)
  const [one, other] = chosen.flatMap((id) => all.find(({ entry }) => entry.id === id) ?? [])
  if (!one) return null
  return (
    <section className={styles.bar} aria-label="Compare">
      <p className={styles.text} role="status">
        {other ? `${one.name} and ${other.name}` : `${one.name}: choose another one to compare it with.`}
      </p>
      {other ? (
        <Button tone="main" onClick={() => setOpen(true)}>
          Compare
        </Button>
      ) : null}
      <Button onClick={() => onChosen([])}>Cancel</Button>
      {isOpen && other ? <CompareDialog pair={[one, other]} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

interface CompareDialogProps {
  readonly pair: readonly [KnownDinosaur, KnownDinosaur]
  readonly onClose: () => void
}

const percent = (value: number | null) => (value === null ? null : `${value}%`)

const rowsOf = (known: KnownDinosaur): readonly (readonly [string, string | null])[] => [
  ['Growth', percent(known.entry.growth)],
  ['Health', percent(known.entry.health)],
  ['Hunger', percent(known.entry.hunger)],
  ['Thirst', percent(known.entry.thirst)],
  ...factsOf(known),
  ['Mutations', known.entry.mutations.map(nameOf).join(', ') || 'None'],
]

/** Two dinosaurs side by side. Lines in which they differ are marked. */
function CompareDialog({ pair, onClose }: CompareDialogProps) {
  const [one, other] = pair.map(rowsOf) as [ReturnType<typeof rowsOf>, ReturnType<typeof rowsOf>]
  return (
    <Dialog title={`${pair[0].name} and ${pair[1].name}`} size="wide" onClose={onClose}>
      <DialogBody>
        <table className={styles.table}>
          <caption className="unseen">Comparison of two dinosaurs. Rows in which they differ are bold.</caption>
          <thead>
            <tr>
              <td />
              {pair.map((known) => (
                <th key={known.entry.id} scope="col" className={styles.head}>
                  <Art known={known} size={160} />
                  <span className={styles.name}>{known.name}</span>
                  {known.rarity ? <RarityBadge rarity={known.rarity} /> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {one.map(([label, value], at) => {
              const [, second = null] = other[at] ?? []
              return (
                <tr key={label} data-differs={value !== second || undefined}>
                  <th scope="row" className={styles.label}>
                    {label}
                  </th>
                  <td className={styles.value}>{value ?? '–'}</td>
                  <td className={styles.value}>{second ?? '–'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </DialogBody>
    </Dialog>
  )
}

import { type DragEvent, useState } from 'react'
import type { Offer } from '../../../shared/features/catalogue/catalogue.ts'
import type { MutationItem } from '../../../shared/features/catalogue/items.ts'
import { isChosen, type Slots, slotsOfKind } from '../../../shared/features/redemptions/slots.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './MutationSlots.module.css'
import shared from './Redemptions.module.css'

export type Mutation = Offer<MutationItem>
const groups = ['all', 'main', 'parent'] as const
type Group = (typeof groups)[number]
const groupNames: Readonly<Record<Group, string>> = { all: 'All', main: 'Main', parent: 'Parent' }

interface BoardProps {
  readonly slots: Slots
  readonly mutations: readonly Mutation[]
  readonly onToggle: (mutation: Pick<Mutation, 'id' | 'category'>) => void
}

/** The six slots. A mutation is dropped on one of its group, or chosen in the list; a press on a filled slot takes it out. */
export function SlotBoard({ slots, mutations, onToggle }: BoardProps) {
  const row = (category: 'main' | 'parent', ids: readonly string[], first: number) => (
    <fieldset className={styles.slots}>
      <legend>{category === 'main' ? 'Main mutations' : 'Parent mutations'}</legend>
      {Array.from({ length: slotsOfKind }, (_, at) => (
        <Slot
          key={ids[at] ?? `empty-${at}`}
          number={first + at}
          category={category}
          one={mutations.find(({ id }) => id === ids[at])}
          onDrop={(id) => {
            if (!isChosen(slots, id)) onToggle({ id, category })
          }}
          onToggle={onToggle}
        />
      ))}
    </fieldset>
  )
  return (
    <div className={styles.board}>
      {row('main', slots.main, 1)}
      {row('parent', slots.parents, slotsOfKind + 1)}
    </div>
  )
}

interface SlotProps {
  readonly number: number
  readonly category: 'main' | 'parent'
  readonly one: Mutation | undefined
  readonly onDrop: (id: string) => void
  readonly onToggle: BoardProps['onToggle']
}

const typeOf = (category: 'main' | 'parent') => `application/x-${category}-mutation`

function Slot({ number, category, one, onDrop, onToggle }: SlotProps) {
  const [isOver, hover] = useState(false)
  const takes = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(typeOf(category))
  return (
    <button
      type="button"
      className={styles.slot}
      data-filled={one ? '' : undefined}
      data-over={isOver || undefined}
      aria-label={one ? `Slot ${number}: ${one.name}. Take out` : `Slot ${number}: empty`}
      onClick={() => one && onToggle(one)}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        hover(true)
      }}
      onDragLeave={() => hover(false)}
      onDrop={(event) => {
        hover(false)
        if (!takes(event)) return
        event.preventDefault()
        onDrop(event.dataTransfer.getData(typeOf(category)))
      }}
    >
      {one?.name ?? `${number}`}
    </button>
  )
}

/** All mutations, to search and to choose from. */
export function MutationList({ slots, mutations, onToggle }: BoardProps) {
  const [search, find] = useState('')
  const [group, show] = useState<Group>('all')
  const words = search.trim().toLowerCase()
  const found = mutations.filter(
    ({ name, description, category }) =>
      (group === 'all' || category === group) && `${name} ${description}`.toLowerCase().includes(words),
  )
  return (
    <>
      <div className={styles.tools}>
        <Field label="Search mutations" type="search" value={search} onValue={find} />
        <ChipSet legend="Category" place="unseen">
          {groups.map((key) => (
            <Chip key={key} aria-pressed={group === key} onClick={() => show(key)}>
              {groupNames[key]}
            </Chip>
          ))}
        </ChipSet>
      </div>
      <ul className={styles.mutations} aria-label="Mutations">
        {found.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              draggable
              aria-pressed={isChosen(slots, one.id)}
              disabled={one.category === 'parent' && slots.main.length === 0}
              onClick={() => onToggle(one)}
              onDragStart={({ dataTransfer }) => {
                dataTransfer.effectAllowed = 'copy'
                dataTransfer.setData(typeOf(one.category), one.id)
              }}
            >
              <strong>{one.name}</strong>
              <span>
                {one.category === 'parent' ? 'Parent. ' : ''}
                {one.description}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className={shared.soft}>No mutations found.</p> : null}
    </>
  )
}

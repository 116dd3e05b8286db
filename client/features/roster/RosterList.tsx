import type { ReactNode } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import type { View } from '../../map/createView.ts'
import { Blank } from '../../ui/Blank.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/useNow.ts'
import { RosterPanel } from './RosterPanel.tsx'
import type { FilterUse } from './useRosterFilter.ts'

interface RosterListProps extends FilterUse {
  readonly view: View
  /** What stands under the list. */
  readonly foot?: ReactNode
}

/** Everyone on the server, for whoever may see them: the map as a list. */
export function RosterList({ view, filter, change, foot }: RosterListProps) {
  const { state, value } = useDocument(roster, mainServer)
  if (state === 'refused')
    return (
      <Blank picture="gate" title="Not open to you">
        <p>Only staff who may see all positions can read this list.</p>
      </Blank>
    )
  if (!value || value.readAt === null)
    return (
      <Blank picture="lantern" title="Taking the first count">
        <p>The hub reads the island while somebody watches. The first reading is on its way.</p>
      </Blank>
    )
  return (
    <RosterPanel
      players={value.players}
      view={view}
      age={<ReadingAge readAt={value.readAt} />}
      filter={filter}
      change={change}
      foot={foot}
    />
  )
}

function ReadingAge({ readAt }: { readonly readAt: number }) {
  const now = useNow()
  return <>read {lengthOf(now - readAt)} ago</>
}

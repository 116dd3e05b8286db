import { type ReactNode, useState } from 'react'
import { type Tab, Tabs } from '../../ui/Tabs.tsx'

export interface BesideTab extends Tab<string> {
  readonly face: ReactNode
}

/** Several things beside one map, one at a time. The first is open first. */
export function BesideTabs({ tabs }: { readonly tabs: readonly BesideTab[] }) {
  const [wanted, want] = useState<string | null>(null)
  const chosen = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  if (!chosen) return null
  return (
    <Tabs label="Beside the map" tabs={tabs} chosen={chosen.key} onChoose={want}>
      {chosen.face}
    </Tabs>
  )
}
